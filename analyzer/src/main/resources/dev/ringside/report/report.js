'use strict';
(() => {
  const byId = (id) => document.getElementById(id);

  // Tables: a click on a title sorts by that column, again turns the order round. Unknown stays last.
  const compare = (a, b, isNumber) => {
    if (a === '' || b === '') return (a === '') - (b === '') || 0;
    return isNumber ? Number(a) - Number(b) : a.localeCompare(b, 'en', { numeric: true });
  };

  const sortBy = (table, th) => {
    const column = [...th.parentNode.children].indexOf(th);
    const isUp = th.getAttribute('aria-sort') !== 'ascending';
    const isNumber = th.classList.contains('number');
    for (const other of th.parentNode.children) other.setAttribute('aria-sort', 'none');
    th.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
    const body = table.tBodies[0];
    const key = (row) => row.children[column].dataset.key;
    [...body.rows]
      .sort((x, y) => {
        const a = key(x), b = key(y);
        const order = compare(a, b, isNumber);
        return isUp || a === '' || b === '' ? order : -order;
      })
      .forEach((row) => body.append(row));
  };

  for (const table of document.querySelectorAll('table.sortable'))
    for (const th of table.querySelectorAll('thead th'))
      th.querySelector('button').addEventListener('click', () => sortBy(table, th));

  // What if. The rules are those of a tuner file: the first one that matches and that NCCL allows
  // decides, else NCCL's own choice stays.
  const ALGORITHMS = { tree: 'Tree', ring: 'Ring', collnet_direct: 'CollNetDirect', collnet_chain: 'CollNetChain', nvls: 'NVLS', nvls_tree: 'NVLSTree', pat: 'PAT' };
  const PROTOCOLS = { ll: 'LL', ll128: 'LL128', simple: 'Simple' };
  const COLLECTIVES = ['broadcast', 'reduce', 'allgather', 'reducescatter', 'allreduce'];

  const number = (text, line) => {
    if (!/^(-1|[0-9]+)$/.test(text)) throw new Error(`line ${line}: "${text}" is not a number`);
    return BigInt(text);
  };

  const word = (text, known, what, line) => {
    if (!known.includes(text)) throw new Error(`line ${line}: unknown ${what} "${text}" (${known.join(', ')})`);
    return text;
  };

  const parseRule = (text, line) => {
    const f = text.split(',').map((x) => x.trim());
    if (f.length < 8 || f.length > 10) throw new Error(`line ${line}: ${f.length} fields, wants 8, 9 or 10`);
    word(f[0], COLLECTIVES, 'collective', line);
    word(f[3], Object.keys(ALGORITHMS), 'algorithm', line);
    word(f[4], Object.keys(PROTOCOLS), 'protocol', line);
    const [min, max] = [number(f[1], line), number(f[2], line)];
    if (min < 0n || min > max) throw new Error(`line ${line}: bytes ${min} to ${max}`);
    const rest = [f[5], f[6], f[7], f[8] ?? '-1', f[9] ?? '-1'].map((x) => Number(number(x, line)));
    const [channels, nNodes, nRanks, numPipeOps, regBuff] = rest;
    return { collective: f[0], min, max, choice: `${ALGORITHMS[f[3]]}/${PROTOCOLS[f[4]]}`, channels: Math.max(0, channels), nNodes, nRanks, numPipeOps, regBuff };
  };

  const parseRules = (text) =>
    text
      .replace(/\r/g, '')
      .split('\n')
      .map((line, i) => [line.trim(), i + 1])
      .filter(([line]) => line !== '' && !line.startsWith('#'))
      .map(([line, i]) => parseRule(line, i));

  const fits = (wanted, value) => wanted === -1 || wanted === value;

  // A decode row: one AllReduce under graph capture, outside any group.
  const firstUsable = (rules, group, bytes, allowed) =>
    rules.find(
      (r) =>
        r.collective === 'allreduce' && r.min <= BigInt(bytes) && BigInt(bytes) <= r.max &&
        fits(r.nNodes, group.nnodes) && fits(r.nRanks, group.nranks) &&
        fits(r.numPipeOps, 1) && fits(r.regBuff, 1) && allowed.includes(r.choice));

  /** What the rules do at one batch size; null stands for unknown. */
  const evaluate = (group, scenario, rules, batch, calls) => {
    const at = group.batches.find((b) => b.batch === batch);
    const bytes = batch * group.bytes_per_token;
    const rule = firstUsable(rules, group, bytes, group.allowed[scenario]);
    const own = at ? at.own : null;
    const choice = rule ? rule.choice : at ? at.stays[scenario] : null;
    const isSame = own !== null && choice === own && !(rule && rule.channels > 0);
    const known = at && !(rule && rule.channels > 0) ? at.saving_us[choice] : undefined;
    const us = isSame ? [0, 0, 0] : known ?? null;
    const step = us && us.map((x) => x * calls);
    const pct = step && at && at.step_us !== null ? step.map((x) => (100 * x) / at.step_us) : null;
    return { bytes, own, choice, us, step, pct };
  };

  window.ringside = { parseRules, evaluate };

  const data = JSON.parse(byId('what-if-data').textContent);
  const form = byId('what-if-form');
  if (!form || data.groups.length === 0) return;

  const signed = (x) => { const t = (x > 0 ? '+' : '') + x.toFixed(1); return /^[+-]?0\.0$/.test(t) ? '0.0' : t; };
  const range = (r) => (r === null ? '-' : r[0] === r[2] ? signed(r[1]) : `${signed(r[1])} (${signed(r[0])} to ${signed(r[2])})`);
  const NAMES = { as_allowed: 'as NCCL allows here', ll128_allowed: 'LL128 allowed' };

  const bytesText = (bytes) => {
    const units = ['B', 'KiB', 'MiB', 'GiB'];
    let value = bytes, unit = 0;
    while (value >= 1024 && unit < units.length - 1) { value /= 1024; unit++; }
    return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[unit]}`;
  };

  const chosenGroup = () => data.groups[Number(byId('wi-ranks').value)];

  const show = () => {
    const group = chosenGroup();
    const batch = Number(byId('wi-batch').value);
    const calls = Number(byId('wi-calls').value);
    const body = byId('wi-result');
    body.replaceChildren();
    let rules;
    try {
      if (!(Number.isInteger(batch) && batch >= 1)) throw new Error('the batch size is a whole number from 1');
      if (!(Number.isInteger(calls) && calls >= 1)) throw new Error('AllReduces a pass is a whole number from 1');
      rules = parseRules(byId('wi-zones').value);
      byId('wi-error').textContent = '';
    } catch (e) {
      byId('wi-error').textContent = e.message;
      return;
    }
    byId('wi-caption').textContent = `${bytesText(batch * group.bytes_per_token)} at batch ${batch}, ${group.nranks} ranks`;
    for (const scenario of Object.keys(group.allowed)) {
      const r = evaluate(group, scenario, rules, batch, calls);
      const row = body.insertRow();
      for (const [text, kind] of [[NAMES[scenario], 'word'], [r.own ?? '-', 'word'], [r.choice === null ? '-' : r.choice === r.own ? 'same' : r.choice, 'word'], [range(r.us), 'number'], [range(r.step), 'number'], [range(r.pct), 'number']]) {
        const cell = row.insertCell();
        cell.className = kind;
        cell.textContent = text;
      }
    }
  };

  const takeGroup = () => {
    const group = chosenGroup();
    byId('wi-batch').value = group.shown_batch;
    byId('wi-calls').value = group.calls_per_pass;
  };

  const reset = () => {
    byId('wi-zones').value = data.rules.join('\n');
    takeGroup();
    show();
  };

  data.groups.forEach((g, i) => byId('wi-ranks').add(new Option(String(g.nranks), String(i))));
  byId('wi-ranks').addEventListener('change', takeGroup);
  form.addEventListener('input', show);
  form.addEventListener('submit', (e) => e.preventDefault());
  form.addEventListener('reset', (e) => { e.preventDefault(); byId('wi-ranks').value = '0'; reset(); });
  reset();
})();

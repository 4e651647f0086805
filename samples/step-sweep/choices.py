"""What one set of ranks runs with: a choice of algorithm and protocol, and the environment that brings it about."""

from dataclasses import dataclass

ALGORITHMS = ("Ring", "Tree", "NVLS", "NVLSTree", "CollNetDirect", "CollNetChain")
PROTOCOLS = ("LL", "LL128", "Simple")

# Lifts the LL128 ban for AllReduce alone. The first list is that of the other functions: "LL,LL128,Simple" by itself would
# open LL128 for all of them (NCCL src/graph/tuning.cc, 2.24 and later).
LL128_FOR_ALLREDUCE = "LL,Simple;allreduce:LL,LL128,Simple"

# Set by us for each choice, so a value that the caller's environment holds must not leak in.
PINNED = ("NCCL_ALGO", "NCCL_PROTO", "NCCL_TUNER_PLUGIN", "NCCL_TUNER_CONFIG_FILE")
LOGGING = ("NCCL_DEBUG", "NCCL_DEBUG_SUBSYS", "NCCL_DEBUG_FILE")


@dataclass(frozen=True)
class Tuner:
    """A tuner plugin, as NCCL_TUNER_PLUGIN names it, and its configuration file."""

    plugin: str
    config: str


@dataclass(frozen=True)
class Choice:
    """`default`, `tuner`, `tuner-ll128`, or an algorithm and a protocol. The two words of the step sweep file."""

    algorithm: str
    protocol: str

    @property
    def name(self):
        return self.algorithm if self.algorithm == self.protocol else f"{self.algorithm}/{self.protocol}"

    @property
    def file_name(self):
        return self.name.replace("/", "-")

    @property
    def is_pinned(self):
        return self.algorithm != self.protocol

    @property
    def needs_tuner(self):
        return self.algorithm.startswith("tuner")


DEFAULT = Choice("default", "default")
TUNER = Choice("tuner", "tuner")
TUNER_LL128 = Choice("tuner-ll128", "tuner-ll128")


def parse_choice(text):
    """Reads `Ring/LL128`, `default`, `tuner` or `tuner-ll128`; letter case does not matter."""
    for known in (DEFAULT, TUNER, TUNER_LL128):
        if text.strip().lower() == known.name:
            return known
    algorithm, _, protocol = text.strip().partition("/")
    return Choice(_spelled(algorithm, ALGORITHMS, text), _spelled(protocol, PROTOCOLS, text))


def _spelled(word, names, text):
    for name in names:
        if word.lower() == name.lower():
            return name
    raise ValueError(
        f'unknown choice "{text}": default, tuner, tuner-ll128, or one of {"|".join(ALGORITHMS)} / one of {"|".join(PROTOCOLS)}'
    )


def pins(choice, nccl, tuner=None):
    """The variables that make NCCL `nccl` (a tuple such as (2, 28, 9)) run this choice for AllReduce."""
    if choice.needs_tuner:
        if tuner is None:
            raise ValueError(f"choice {choice.name} needs --tuner-plugin and --tuner-config")
        chosen = {"NCCL_TUNER_PLUGIN": tuner.plugin, "NCCL_TUNER_CONFIG_FILE": tuner.config}
        return {**chosen, "NCCL_PROTO": LL128_FOR_ALLREDUCE} if choice == TUNER_LL128 else chosen
    if not choice.is_pinned:
        return {}
    if nccl < (2, 24):  # one list for all functions, no per-function form
        return {"NCCL_ALGO": choice.algorithm, "NCCL_PROTO": choice.protocol}
    # NCCL_PROTO alone does not pin the algorithm. Tree and NVLSTree exist for AllReduce only, and a function that is left
    # without any algorithm fails, so the others keep Ring.
    algorithm = "Ring" if choice.algorithm == "Ring" else f"Ring;allreduce:{choice.algorithm}"
    return {"NCCL_ALGO": algorithm, "NCCL_PROTO": f"LL,Simple;allreduce:{choice.protocol}"}


def environment(choice, base, nccl, log_file, subsystems, tuner=None):
    """The whole environment of a rank. `log_file` gets what `subsystems` print."""
    kept = {k: v for k, v in base.items() if k not in PINNED and k not in LOGGING}
    logging = {"NCCL_DEBUG": "INFO", "NCCL_DEBUG_SUBSYS": subsystems, "NCCL_DEBUG_FILE": log_file}
    return {**kept, **pins(choice, nccl, tuner), **logging}


def shared_gpu_settings(rank):
    """Ranks on one GPU: NCCL refuses two of them on one host, so each gets a host identity of its own and reaches the others
    through sockets (NCCL src/misc/utils.cc, getHostHash; src/init.cc, "Duplicate GPU detected")."""
    return {
        "NCCL_HOSTID": f"host{rank}",
        "NCCL_NET": "Socket",
        "NCCL_SOCKET_IFNAME": "lo",
        "NCCL_IB_DISABLE": "1",
        "NCCL_MNNVL_ENABLE": "0",
    }


def shared_settings(base):
    """The NCCL variables that all choices share: what the sweep file names as its environment."""
    ours = PINNED + LOGGING
    return {k: base[k] for k in sorted(base) if k.startswith("NCCL_") and k not in ours}

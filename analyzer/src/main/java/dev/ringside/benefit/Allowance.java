package dev.ringside.benefit;

/** Whether NCCL leaves an entry of its table to a tuner. */
enum Allowance {
  ALLOWED,
  FORBIDDEN,
  UNKNOWN
}

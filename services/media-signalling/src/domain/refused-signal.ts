/** Why a signal does not pass. Also the labels of a metric, so the set is closed. */
export type SignalRefusal =
  /** Longer than a description has reason to be. */
  | 'too_large'
  /** Not a description or candidate of the kind it claims to be. */
  | 'malformed'
  /** A candidate with an address that the policy keeps private. */
  | 'withheld'

/** Why a signal does not pass. Also the labels of a metric, so the set is closed. */
export type SignalRefusal =
  /** Longer than a description has reason to be. */
  | 'too_large'
  /** Not a description or candidate of the kind it claims to be. */
  | 'malformed'
  /** Of a player's and a watcher's connection: players offer, watchers answer. */
  | 'wrong_way'
  /** A watcher's answer by which it would send. */
  | 'would_send'
  /** A candidate with an address that the policy keeps private. */
  | 'withheld'

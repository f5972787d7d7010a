/**
 * What players may learn of each other: under `all` they connect directly and see each other's address, under `relay`
 * only addresses of TURN servers pass between them. The names are those of RTCIceTransportPolicy (W3C webrtc-pc).
 */
export type IceTransportPolicy = 'all' | 'relay'

/**
 * Whose addresses pass in signals: those of TURN servers, those by which the internet knows players as well, or all that a
 * browser finds, its own network's among them.
 */
export type PassingAddresses = 'relay' | 'public' | 'all'

/** `hostCandidates`: whether browsers are on one machine or network, as in local mode. */
export const passingUnder = (policy: IceTransportPolicy, hostCandidates: boolean): PassingAddresses =>
  policy === 'all' && !hostCandidates ? 'public' : policy

/** Where two configurations meet, as in the middle of a rollout, privacy wins. */
export const stricterOf = (one: IceTransportPolicy, other: IceTransportPolicy): IceTransportPolicy =>
  one === 'relay' || other === 'relay' ? 'relay' : 'all'

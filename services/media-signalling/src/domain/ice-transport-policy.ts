/**
 * What players may learn of each other: under `all` they connect directly and see each other's address, under `relay`
 * only addresses of TURN servers pass between them. The names are those of RTCIceTransportPolicy (W3C webrtc-pc).
 */
export type IceTransportPolicy = 'all' | 'relay'

/** Where two configurations meet, as in the middle of a rollout, privacy wins. */
export const stricterOf = (one: IceTransportPolicy, other: IceTransportPolicy): IceTransportPolicy =>
  one === 'relay' || other === 'relay' ? 'relay' : 'all'

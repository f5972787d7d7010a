/** How much of everything one measurement has. */
export interface RelaySize {
  /** Rooms that talk at a pace, of four lines a second from each player: 500 make 8,000 deliveries a second. */
  readonly pacedRooms: number
  /** Rooms that talk as fast as they are answered: more than servers keep up with. */
  readonly saturatedRooms: number
  /** Connections between which memory is compared. */
  readonly idle: { readonly from: number; readonly to: number }
  /** Before a talk counts: what is compiled at first, and what joining has left to do. */
  readonly warmMs: number
  readonly talkMs: number
  /** Until memory is read: what joining has left to do. */
  readonly settleMs: number
  /** Pairs that exchange signals. */
  readonly signalPairs: number
  /** Processes that generate load. */
  readonly generators: number
}

export const LINES_PER_SECOND = 4

export const FULL: RelaySize = {
  pacedRooms: 500,
  saturatedRooms: 2_000,
  idle: { from: 5_000, to: 10_000 },
  warmMs: 3_000,
  talkMs: 8_000,
  settleMs: 4_000,
  signalPairs: 50,
  generators: 1,
}

/** To see that everything works. */
export const QUICK: RelaySize = {
  pacedRooms: 10,
  saturatedRooms: 20,
  idle: { from: 20, to: 40 },
  warmMs: 200,
  talkMs: 1_000,
  settleMs: 500,
  signalPairs: 4,
  generators: 1,
}

/** For those whose memory is not asked for: no more connections than talk. */
export const onlyTalking = (size: RelaySize): RelaySize => ({
  ...size,
  idle: { from: size.pacedRooms * 2, to: size.saturatedRooms * 2 },
})

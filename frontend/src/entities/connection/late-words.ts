import {
  LATE_CAMERA,
  LATE_CARDS,
  LATE_DECISION,
  LATE_ENTRY,
  LATE_HELP,
  LATE_INTERRUPTED,
  LATE_LOBBY,
  LATE_PICTURE,
  LATE_ROUND,
  LATE_STEPS,
  LATE_TELLING,
  LATE_WATCHED,
  NO_WEBRTC,
} from '../../texts/late-waits.js'

export type Wait =
  | 'picture'
  | 'interrupted'
  | 'impossible'
  | 'camera'
  | 'entering'
  | 'decision'
  | 'round'
  | 'lobby'
  | 'watched'
  | 'cards'
  | 'telling'

/** Texts about one overdue wait. */
export interface LateWords {
  readonly short: string
  readonly title: string
  readonly what: string
  readonly tell: string
  readonly steps: readonly string[]
}

export const LATE_AFTER_MS: Readonly<Record<Wait, number>> = {
  /** The second attempt begins after 12 s; its answer takes up to 6 s. */
  picture: 20_000,
  interrupted: 20_000,
  impossible: 0,
  camera: 15_000,
  entering: 12_000,
  decision: 10_000,
  /** Counted from the end of a phase. */
  round: 3_000,
  lobby: 12_000,
  cards: 6_000,
  telling: 12_000,
  watched: 20_000,
}

const NETWORK_STEPS = [LATE_STEPS.turnOffVpn, LATE_STEPS.otherNetwork, LATE_STEPS.leaveForAnother] as const

export const LATE_WORDS: Readonly<Record<Wait, (name: string) => LateWords>> = {
  picture: (name) => ({ ...LATE_PICTURE, tell: LATE_HELP.network({ name }), steps: NETWORK_STEPS }),
  interrupted: (name) => ({ ...LATE_INTERRUPTED, tell: LATE_HELP.network({ name }), steps: NETWORK_STEPS }),
  impossible: (name) => ({
    ...NO_WEBRTC,
    what: NO_WEBRTC.what({ name }),
    steps: [LATE_STEPS.turnOffPrivacy, LATE_STEPS.currentBrowser],
  }),
  camera: () => ({
    ...LATE_CAMERA,
    steps: [LATE_STEPS.answerBrowser, LATE_STEPS.closePrograms, LATE_STEPS.reloadKeepsSeatLast],
  }),
  entering: () => ({
    ...LATE_ENTRY,
    tell: LATE_HELP.yoursOrBusy,
    steps: [LATE_STEPS.wait, LATE_STEPS.reloadKeepsSeat, LATE_STEPS.leave],
  }),
  decision: (name) => ({
    short: LATE_DECISION.short,
    title: LATE_DECISION.title({ name }),
    what: LATE_DECISION.what({ name }),
    tell: LATE_HELP.chatOrBusy,
    steps: [LATE_STEPS.waitForEnd, LATE_STEPS.leaveForAnother],
  }),
  round: () => ({
    ...LATE_ROUND,
    tell: LATE_HELP.chatOrBusy,
    steps: [LATE_STEPS.wait, LATE_STEPS.reloadKeepsSeat, LATE_STEPS.leave],
  }),
  watched: (name) => ({
    ...LATE_WATCHED,
    what: LATE_WATCHED.what({ name }),
    tell: LATE_WATCHED.tell({ name }),
    steps: [LATE_STEPS.turnOffVpn, LATE_STEPS.otherNetwork, LATE_STEPS.reloadLast],
  }),
  cards: () => ({
    ...LATE_CARDS,
    tell: LATE_HELP.chatOrBusy,
    steps: [LATE_STEPS.nextRound, LATE_STEPS.orReloadKeepsSeat],
  }),
  telling: (name) => ({
    ...LATE_TELLING,
    what: LATE_TELLING.what({ name }),
    tell: LATE_HELP.yoursOrBusy,
    steps: [LATE_STEPS.keepTab, LATE_STEPS.checkNetwork, LATE_STEPS.blockLater({ name })],
  }),
  lobby: () => ({ ...LATE_LOBBY, steps: [LATE_STEPS.wait, LATE_STEPS.reload] }),
}

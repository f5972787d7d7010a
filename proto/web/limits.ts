/** Limits from the specification, sections 5 and 9, unless noted. */

export const MODES = ['rush', 'stamina'] as const
/** Game mode, as on the wire. */
export type Mode = (typeof MODES)[number]

export const CATEGORIES = ['default', 'gay', 'hentai', 'trans'] as const
/** Category of GIFs and rooms. */
export type Category = (typeof CATEGORIES)[number]

export const MEDIA_ROUTES = ['host', 'srflx', 'relay', 'direct'] as const
/** Candidate type, the farther of both ends. Clients may say "direct" for all but a relay (browser protocol). */
export type MediaRoute = (typeof MEDIA_ROUTES)[number]

export const ROOM_NAME_MAX = 60
export const PASSCODE_MAX = 32
/** A string on the wire. */
export const ROOM_CAPACITY = '2'
export const MESSAGE_MAX = 500
/** Limit in bytes (browser protocol). */
export const FRAME_MAX_BYTES = 16 * 1024
/** Characters as JSON; fits a frame. */
export const SIGNAL_PAYLOAD_MAX = 15_000
/** Memory of events' `id` (browser protocol). */
export const COMMAND_MEMORY_MS = 120_000
/** Closes silent connections (browser protocol). */
export const IDLE_TIMEOUT_MS = 30_000
/** Interval of the gateway's frames; ours. */
export const SILENCE_MAX_MS = 6_000
export const ROOM_LIST_MAX = 100
export const ROOM_LIST_INTERVAL_MS = 500
/** Interval of `lobby-activity`, at most; ours. */
export const ACTIVITY_INTERVAL_MS = 3_000
/** Counts of players below this are 0 or one less than this, against singling out; ours. */
export const ACTIVITY_EXACT_FROM = 5

export const PROMPT_MS = 10_000
export const SHOW_MS = 40_000
export const VOTE_MS = 300_000
export const RESULT_MS = 45_000
export const CAP_RUSH_MS = 30 * 60_000
export const CAP_STAMINA_MS = 90 * 60_000
export const RECONNECT_GRACE_MS = 15_000
export const TICK_MS = 5_000
/** Shorter battles do not count. */
export const COUNTED_AFTER_MS: Readonly<Record<Mode, number>> = { rush: 3 * 60_000, stamina: 20 * 60_000 }
export const DRUM_INTERVAL_MS = { prompt: 500, show: 300 } as const

/** Limits pauses against farming; ours. */
export const PAUSE_ROUND_MAX_MS = 20_000
export const PAUSE_BATTLE_MAX_MS = 60_000
export const WATCH_LEASE_MS = 15_000
export const WATCH_LEASE_RENEWAL_MS = 5_000
/** Typing is shown this long, and sent half as often. */
export const TYPING_SHOWN_MS = 4_000

export const PLAYER_NAME_MIN = 3
export const PLAYER_NAME_MAX = 20
export const PLAYER_NAME_KEPT_DAYS = 30
/** Early changes, after a block or report. */
export const EARLY_NAMES_PER_YEAR = 2
export const SHOWN_AS = ['unchosen', 'player', 'discord'] as const
/** Kind of name that others see. */
export type ShownAsName = (typeof SHOWN_AS)[number]

/** Ideal constraints of a camera. */
export const CAMERA = { width: 640, height: 360, frameRate: 30 } as const

/** RFC 5321: 64 characters, the sign, 255. */
export const EMAIL_MAX = 320
/** Pattern that payment providers require. */
export const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$'
const EMAIL = new RegExp(EMAIL_PATTERN, 'u')
export const isEmailAddress = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

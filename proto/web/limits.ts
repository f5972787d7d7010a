/** Limits that both sides keep. Source, where not said otherwise: specification of the player experience, sections 5 and 9. */

export const MODES = ['rush', 'stamina'] as const
export type Mode = (typeof MODES)[number]

export const CATEGORIES = ['default', 'gay', 'hentai', 'trans'] as const
export type Category = (typeof CATEGORIES)[number]

/**
 * How two browsers reach each other: from an address of their own, from one that a server or the other has seen, or
 * through a relay. Of a connection's two ends, the one further along.
 */
export const MEDIA_ROUTES = ['host', 'srflx', 'relay'] as const
export type MediaRoute = (typeof MEDIA_ROUTES)[number]

export const ROOM_NAME_MAX = 60
export const PASSCODE_MAX = 32
/** Both players, and no more: the wire carries it as a string. */
export const ROOM_CAPACITY = '2'
/** Characters in one chat line. Ours: the specification gives none. */
export const MESSAGE_MAX = 500
/** Bytes in one WebSocket frame from a client (browser protocol). */
export const FRAME_MAX_BYTES = 16 * 1024
/** Characters of a session description or a candidate, as JSON; fits a frame. */
export const SIGNAL_PAYLOAD_MAX = 15_000
/** How long an event's `id` is remembered (browser protocol). */
export const COMMAND_MEMORY_MS = 120_000
/** A connection silent for this long is closed (browser protocol). */
export const IDLE_TIMEOUT_MS = 30_000
/** Rooms in one `public-room-list`. Ours: it bounds what a lobby costs. */
export const ROOM_LIST_MAX = 100
/** At most one `public-room-list` in this time: twice a second. */
export const ROOM_LIST_INTERVAL_MS = 500

/** Durations of the phases unless configured otherwise, milliseconds. */
export const PROMPT_MS = 10_000
export const SHOW_MS = 40_000
export const VOTE_MS = 300_000
export const RESULT_MS = 45_000
export const CAP_RUSH_MS = 30 * 60_000
export const CAP_STAMINA_MS = 90 * 60_000
export const RECONNECT_GRACE_MS = 15_000
export const TICK_MS = 5_000
/** Battles whose rounds ended before this do not count as played. */
export const COUNTED_AFTER_MS: Readonly<Record<Mode, number>> = { rush: 3 * 60_000, stamina: 20 * 60_000 }
/** The drum's beat. */
export const DRUM_INTERVAL_MS = { prompt: 500, show: 300 } as const

/** What the camera is asked for, as ideal values. */
export const CAMERA = { width: 640, height: 360, frameRate: 30 } as const
export const AGE_MINIMUM = 18

/** The longest e-mail address there can be (RFC 5321: 64 before the sign, 255 after it). */
export const EMAIL_MAX = 320
/** Something, the sign, and a domain with a dot: what payment providers take. More is for the mail to find out. */
export const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$'
const EMAIL = new RegExp(EMAIL_PATTERN, 'u')
/** Whether a text without space around it is an e-mail address that a receipt can go to. */
export const isEmailAddress = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text)

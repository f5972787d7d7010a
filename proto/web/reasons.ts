/** Refusals for users: token, error class, text. Then WebSocket close codes. */

/** Subset of gRPC's status codes. */
export const ERROR_CODES = [
  'invalid_argument',
  'unauthenticated',
  'permission_denied',
  'not_found',
  'already_exists',
  'failed_precondition',
  'resource_exhausted',
  'aborted',
  'unavailable',
  'internal',
] as const
/** Class of a refusal, as gRPC names it. */
export type ErrorCode = (typeof ERROR_CODES)[number]

interface ReasonEntry {
  readonly code: ErrorCode
  readonly text: string
}

/** Texts that pages have without loading more. */
export const FORESEEN = {
  NOT_SIGNED_IN: { code: 'unauthenticated', text: 'You must be logged in with Discord.' },
  NOT_SIGNED_IN_TO_CREATE: {
    code: 'unauthenticated',
    text: 'You must be logged in with Discord to create a room.',
  },
  ROOM_NAME_REQUIRED: { code: 'invalid_argument', text: 'Room name is required.' },
  PASSCODE_REQUIRED: { code: 'permission_denied', text: 'This room needs a passcode.' },
  MEDIA_UNAVAILABLE: { code: 'unavailable', text: "We can't load this GIF right now." },
} as const satisfies Record<string, ReasonEntry>

const table = {
  ...FORESEEN,

  // Anything
  INVALID_FIELD: { code: 'invalid_argument', text: "Something in that request isn't valid." },
  NOT_ALLOWED: { code: 'permission_denied', text: "You're not allowed to do that." },
  CALLER_NOT_ALLOWED: { code: 'permission_denied', text: "This service isn't allowed to make that call." },
  NOT_FOUND: { code: 'not_found', text: "We can't find that. The link may be old or incomplete." },
  METHOD_NOT_ALLOWED: { code: 'invalid_argument', text: "This address doesn't support that request." },
  BODY_TOO_LARGE: { code: 'invalid_argument', text: "That's too large to send." },
  RATE_LIMITED: { code: 'resource_exhausted', text: 'Slow down a little, then try again.' },
  CONFLICT: { code: 'aborted', text: 'Someone else just changed this. Reload and try again.' },
  CHANGED_MEANWHILE: {
    code: 'aborted',
    text: 'Someone else just changed this. Compare both versions, then save again.',
  },
  UNAVAILABLE: { code: 'unavailable', text: "That part of Kla isn't responding. Please try again in a moment." },
  INTERNAL: { code: 'internal', text: 'Something went wrong on our side. Please try again.' },

  // The WebSocket
  TOO_MANY_SOCKETS: {
    code: 'resource_exhausted',
    text: 'Kla is open in too many places. Close one of them, then try again.',
  },
  MALFORMED_FRAME: { code: 'invalid_argument', text: "We couldn't read that message." },
  FRAME_TOO_LARGE: { code: 'invalid_argument', text: 'That message is too large.' },
  UNKNOWN_EVENT: { code: 'invalid_argument', text: "We don't know that event." },

  // auth
  LOGIN_FAILED: { code: 'unauthenticated', text: "We couldn't log you in. Please try again." },
  LOGIN_LIMITED: { code: 'unavailable', text: "Discord isn't accepting logins right now. Try again later." },
  INVALID_REDIRECT: { code: 'invalid_argument', text: "That link doesn't lead back to a page on this site." },
  AGE_NOT_CONFIRMED: { code: 'failed_precondition', text: "Confirm that you're 18 or older first." },

  NAME_INVALID: {
    code: 'invalid_argument',
    text: 'Use 3 to 20 letters, digits and single spaces, with at least two letters.',
  },
  NAME_INVISIBLE: {
    code: 'invalid_argument',
    text: 'This name contains characters that are invisible or change how other text looks. Type it again without them.',
  },
  NAME_MIXED_SCRIPTS: {
    code: 'invalid_argument',
    text: 'Use letters of one alphabet only, such as Latin or Cyrillic.',
  },
  NAME_CONFUSABLE: { code: 'already_exists', text: "That looks too much like another player's name. Try another one." },
  NAME_STAFF: { code: 'invalid_argument', text: 'That name could be mistaken for our staff. Try another one.' },
  NAME_OFFENSIVE: {
    code: 'invalid_argument',
    text: 'That name contains an insult or a threat. Try another one.',
  },
  NAME_CONTACT: { code: 'invalid_argument', text: "A name can't contain contact details or lead to you elsewhere." },
  NAME_MINOR: {
    code: 'invalid_argument',
    text: "Adults only: a name can't contain a word or number that suggests someone under 18.",
  },
  NAME_OWN_HANDLE: {
    code: 'invalid_argument',
    text: "That's too close to your Discord name, so strangers could find you. Try another one.",
  },
  NAME_TAKEN: { code: 'already_exists', text: 'That name is taken. Try another one.' },
  NAME_TOO_SOON: { code: 'failed_precondition', text: 'You can change your name once every 30 days.' },

  // rooms
  ROOM_NOT_FOUND: { code: 'not_found', text: 'This room is no longer open.' },
  ROOM_NAME_CONTACT: {
    code: 'invalid_argument',
    text: "A room name can't contain contact details, links or long numbers.",
  },
  CONTACT_ASK: {
    code: 'failed_precondition',
    text: "Sharing contact details isn't allowed here. If you send it anyway, it will be hidden.",
  },
  HOST_LEFT: { code: 'failed_precondition', text: 'The person who opened this room has left.' },
  ROOM_FULL: { code: 'failed_precondition', text: 'This room is full.' },
  WRONG_PASSCODE: { code: 'permission_denied', text: 'Wrong passcode.' },
  ROOMS_BUSY: {
    code: 'resource_exhausted',
    text: "We're busy right now. Try again in a moment.",
  },
  TOO_MANY_PASSCODES: { code: 'resource_exhausted', text: 'Too many wrong passcodes. Wait a minute, then try again.' },
  ALREADY_SEATED: { code: 'failed_precondition', text: "You're in another room. Leave it first." },
  NOT_SEATED: { code: 'permission_denied', text: "You're not in this room." },

  REVEAL_OUTDATED: { code: 'failed_precondition', text: 'Something just changed. Check again, then show yourself.' },
  ROOM_NOT_VEILED: {
    code: 'failed_precondition',
    text: "Video isn't blurred in this room. It starts as soon as you join.",
  },
  NOT_VEILED: { code: 'failed_precondition', text: "Video isn't blurred in this room." },

  NOT_INVITED: { code: 'permission_denied', text: 'This room is reserved for someone else.' },
  CANNOT_BLOCK_YOURSELF: { code: 'invalid_argument', text: "You can't block yourself." },
  // Unknown accounts get it too: membership is private.
  NOT_MET: {
    code: 'not_found',
    text: 'You can only block or report people you met in the last 24 hours, or whose name is public.',
  },
  TOO_MANY_BLOCKS: { code: 'resource_exhausted', text: 'Your block list is full. Unblock someone first.' },
  MATCH_GONE: { code: 'failed_precondition', text: 'This match is over.' },

  // cups
  CUP_NOT_FOUND: { code: 'not_found', text: "We can't find that cup." },
  CUP_CLOSED: { code: 'failed_precondition', text: 'This cup has already started or is over.' },
  CUP_FULL: { code: 'failed_precondition', text: 'This cup is full.' },
  NOT_ENTERED: { code: 'failed_precondition', text: "You haven't entered this cup." },
  NOT_CHECKING_IN: { code: 'failed_precondition', text: "Check-in isn't open right now." },
  TOO_FEW_ENTRIES: { code: 'failed_precondition', text: 'A cup needs at least two players.' },
  TIE_NOT_FOUND: { code: 'not_found', text: "We can't find that tie." },
  NOT_YOUR_TIE: { code: 'permission_denied', text: "You're not playing in this tie." },
  TIE_NOT_PLAYABLE: { code: 'failed_precondition', text: "We don't know the players of this tie yet." },
  TIE_NOT_RUNNING: { code: 'failed_precondition', text: "This tie isn't being played right now." },
  TIE_BUILT_UPON: { code: 'failed_precondition', text: 'The next tie has already started.' },

  // watching
  NOT_WATCHABLE: { code: 'permission_denied', text: "This battle isn't open to spectators." },
  WATCH_PASS_INVALID: {
    code: 'permission_denied',
    text: "This link has been used, has expired or isn't yours. Open a new one in the console.",
  },
  TOO_MANY_WATCHERS: { code: 'resource_exhausted', text: 'This battle is full for spectators.' },

  // standings
  BELOW_ZERO: { code: 'failed_precondition', text: "The balance can't go below zero." },
  CORRECTION_NOT_FOUND: { code: 'not_found', text: "We can't find that correction." },
  ALREADY_REVERSED: { code: 'failed_precondition', text: 'This correction has already been reversed.' },

  // game-engine
  NOT_WAITING: { code: 'failed_precondition', text: 'A battle is already running in this room.' },
  ALREADY_READY: { code: 'failed_precondition', text: "You're already ready." },
  NOT_PROMPTING: { code: 'failed_precondition', text: "It's too late to pick." },
  ALREADY_PICKED: { code: 'failed_precondition', text: "You've already picked for this round." },
  NO_SUCH_OPTION: { code: 'invalid_argument', text: "That's not one of your GIFs." },
  NOT_PLAYING: { code: 'failed_precondition', text: 'No round is running right now.' },
  NOT_FOR_THIS_BATTLE: { code: 'failed_precondition', text: "You can't play this GIF in this battle." },
  NOT_VOTING: { code: 'failed_precondition', text: "There's nothing to vote on right now." },
  ALREADY_VOTED: { code: 'failed_precondition', text: "You've already voted." },
  NO_SUCH_PLAYER: { code: 'invalid_argument', text: "That person isn't playing here." },
  NO_GIFS: { code: 'unavailable', text: 'There are no GIFs in this category right now.' },

  NOT_RECEIVED: {
    code: 'failed_precondition',
    text: 'You can only save GIFs from your last battle, until the next one begins.',
  },

  // commerce
  CART_INVALID: { code: 'invalid_argument', text: 'Your cart is empty or out of date. Add your items again.' },
  ITEM_NOT_FOUND: { code: 'invalid_argument', text: "We don't sell one of these items." },
  ITEM_NOT_ON_SALE: { code: 'failed_precondition', text: "One of these items isn't on sale right now." },
  QUANTITY_LIMIT: { code: 'invalid_argument', text: "That's more of one item than you can buy at once." },
  RECEIPT_EMAIL_REQUIRED: { code: 'invalid_argument', text: 'Please enter an email for the receipt.' },
  RECEIPT_EMAIL_INVALID: {
    code: 'invalid_argument',
    text: "That email address isn't complete. It should look like name@example.com.",
  },
  ORDER_NOT_FOUND: { code: 'not_found', text: "We can't find that purchase on your account." },
  PAYMENTS_UNAVAILABLE: { code: 'unavailable', text: 'Checkout failed. Please try again.' },
  SIGNATURE_INVALID: { code: 'invalid_argument', text: "This message's signature is invalid." },
  NO_GIF_SAVES: { code: 'failed_precondition', text: 'You have no GIF saves left. Get more in the Shop.' },
  NO_WILD_CARDS: { code: 'failed_precondition', text: 'Purchase Wild Cards in the Shop to use this feature' },

  NO_BATTLE_PASSES: { code: 'failed_precondition', text: 'You have no Battle Pass left. Get one in the Shop.' },
  SEASON_NOT_RUNNING: { code: 'failed_precondition', text: "This season is over or hasn't started yet." },
  SEASON_NOT_FOUND: { code: 'not_found', text: "We can't find that season." },
  SEASON_PUBLISHED: { code: 'failed_precondition', text: "You can't change the start or tiers of a published season." },
  SEASONS_OVERLAP: { code: 'failed_precondition', text: 'That overlaps another season.' },
  TIER_NOT_FOUND: { code: 'not_found', text: "We can't find that reward." },
  TIER_NOT_REACHED: { code: 'failed_precondition', text: "You haven't reached this tier yet." },
  PASS_REQUIRED: { code: 'failed_precondition', text: 'This reward needs an active Battle Pass.' },

  // media-signalling
  NO_SUCH_PEER: { code: 'not_found', text: "Your opponent isn't connected." },

  // Banned players
  BANNED: { code: 'permission_denied', text: 'You are banned from Kla.' },
  BANNED_FROM_ROOMS: { code: 'permission_denied', text: 'You are banned from rooms.' },
  BANNED_FROM_CHAT: { code: 'permission_denied', text: 'You are banned from the chat.' },
  BANNED_FROM_API: { code: 'permission_denied', text: 'You are banned from this part of Kla.' },

  // moderation
  REPORT_REASON_REQUIRED: { code: 'invalid_argument', text: 'Please say what happened.' },
  TOO_MANY_REPORTS: {
    code: 'resource_exhausted',
    text: "You've reached today's limit of reports. If someone is in danger, call your emergency number now.",
  },
  CANNOT_REPORT_YOURSELF: { code: 'invalid_argument', text: "You can't report yourself." },
  VERSION_JUMPS: { code: 'failed_precondition', text: 'That version is newer than the latest decision.' },
  NO_SUCH_ACCOUNT: { code: 'not_found', text: "We can't find that account." },
  REPORT_NOT_FOUND: { code: 'not_found', text: "We can't find that report." },
  OPINION_NOT_FOUND: { code: 'not_found', text: 'This second opinion is done or has lapsed, or there is none.' },
  ALREADY_GIVEN: { code: 'already_exists', text: 'Someone else has already given this second opinion.' },
  BATCH_NOT_FOUND: { code: 'not_found', text: "We can't find that batch." },
  PREVIEW_OUTDATED: {
    code: 'failed_precondition',
    text: 'These reports have changed since you looked. Nothing was closed. Look again, then close them.',
  },
  BAN_NOT_FOUND: { code: 'not_found', text: "We can't find that ban." },
  ALREADY_BANNED: {
    code: 'already_exists',
    text: 'This player is already banned. Extend the ban, replace it or leave it.',
  },
  JOB_NOT_FOUND: { code: 'not_found', text: 'This job is done, or there is none.' },
  JOB_CLAIMED: { code: 'failed_precondition', text: 'Someone else is working on this.' },
  CLAIM_LOST: {
    code: 'failed_precondition',
    text: 'Your claim on this job has lapsed. What you wrote is still here. Claim the job again, then decide.',
  },
  REASONS_REQUIRED: { code: 'invalid_argument', text: 'Name the rule, what happened and what shows it.' },
  DECISION_NOT_FOUND: { code: 'not_found', text: "We can't find that decision." },
  TOO_LATE_TO_UNDO: { code: 'failed_precondition', text: 'It is too late to undo this.' },
  ALREADY_APPEALED: { code: 'already_exists', text: "You've already appealed this decision." },
  TOO_LATE_TO_APPEAL: { code: 'failed_precondition', text: "It's too late to appeal this decision." },
  APPEAL_NOT_FOUND: { code: 'not_found', text: "We can't find that appeal." },
  EVIDENCE_INVALID: { code: 'invalid_argument', text: 'Evidence JSON is invalid.' },
  EVIDENCE_PLACE_GONE: { code: 'failed_precondition', text: "It's too late to add these stills." },
  EVIDENCE_NOT_FOUND: { code: 'not_found', text: 'This report has no stills.' },
  EVIDENCE_DAMAGED: {
    code: 'internal',
    text: "These stills aren't what was submitted. Someone changed them, or the disk is damaged.",
  },
  TICKET_NOT_FOUND: { code: 'not_found', text: "We can't find that ticket." },
  TICKET_FIELDS_REQUIRED: { code: 'invalid_argument', text: 'Subject and message are required.' },

  // administrators
  ADMIN_NOT_SIGNED_IN: { code: 'unauthenticated', text: 'Your session has ended. Log in again.' },
  ADMIN_LOGIN_FAILED: { code: 'unauthenticated', text: 'login failed' },
  TOTP_REQUIRED: { code: 'unauthenticated', text: 'Enter the code from your authenticator.' },
  TOTP_ALREADY_SET: { code: 'failed_precondition', text: "You've already set up an authenticator." },
  TOTP_SETUP_REQUIRED: { code: 'permission_denied', text: 'Set up an authenticator first.' },
  PASSKEY_REQUIRED: { code: 'unauthenticated', text: 'Use your passkey, or a recovery code.' },
  PASSKEY_SETUP_REQUIRED: { code: 'permission_denied', text: 'Add a passkey first.' },
  PASSKEY_INVALID: { code: 'invalid_argument', text: "We couldn't check this passkey. Try again." },
  PASSKEY_NOT_FOUND: { code: 'not_found', text: "We can't find that passkey." },
  PASSKEYS_FULL: { code: 'failed_precondition', text: 'Remove a passkey before you add another.' },
  LAST_PASSKEY: {
    code: 'failed_precondition',
    text: 'Your role needs a passkey. Add another before you remove this one.',
  },
  STEP_UP_REQUIRED: { code: 'permission_denied', text: "Confirm that it's you to do this." },
  STEP_UP_FAILED: { code: 'invalid_argument', text: "We couldn't confirm that it's you. Try again." },
  WRONG_CODE: { code: 'invalid_argument', text: 'Wrong code.' },
  WRONG_PASSWORD: { code: 'invalid_argument', text: 'Wrong password.' },
  WEAK_PASSWORD: {
    code: 'invalid_argument',
    text: "A password needs 12 to 200 characters and can't contain a name we know.",
  },
  ADMINISTRATOR_EXISTS: { code: 'already_exists', text: 'An administrator with this name already exists.' },
  ADMINISTRATOR_NOT_FOUND: { code: 'not_found', text: "We can't find that administrator." },
  LAST_OWNER: { code: 'failed_precondition', text: 'At least one administrator has to stay owner.' },
  LAST_CHILD_SAFETY: { code: 'failed_precondition', text: 'At least one administrator has to keep child safety.' },
  PASSWORD_CHANGE_REQUIRED: { code: 'permission_denied', text: 'Choose your own password first.' },
  SECOND_PERSON_REQUIRED: {
    code: 'permission_denied',
    text: 'A second person has to approve this. Ask for it, then do it again once it is approved.',
  },
  APPROVAL_NOT_FOUND: { code: 'not_found', text: 'This request has been used or has expired.' },
  APPROVER_NOT_INDEPENDENT: {
    code: 'permission_denied',
    text: "You can't approve this: your account and the requester's share credentials that one person has known. Ask someone else.",
  },
  APPROVER_TOO_NEW: {
    code: 'permission_denied',
    text: 'You can approve requests seven days after your account was created or someone else changed its rights or password.',
  },

  // library
  MEDIA_NOT_ALLOWED: { code: 'permission_denied', text: "We don't show files from this address." },
  MEDIA_FOR_ADULTS: {
    code: 'permission_denied',
    text: "To see GIFs, log in and confirm that you're 18 or older.",
  },
  MEDIA_NOT_FOUND: { code: 'not_found', text: 'This GIF is gone.' },
  MEDIA_TOO_LARGE: { code: 'failed_precondition', text: 'This GIF is too large.' },
  MEDIA_FORMAT: { code: 'failed_precondition', text: "We can't show files of this format." },
  MEDIA_BLOCKED: { code: 'permission_denied', text: 'This GIF has been removed.' },
  ALREADY_SAVED: { code: 'already_exists', text: 'This GIF is already in your library.' },
  LIBRARY_FULL: { code: 'failed_precondition', text: 'Your library is full. Delete a GIF first.' },
  NOT_IN_LIBRARY: { code: 'not_found', text: "This GIF isn't in your library." },
  GIF_FLASHES: { code: 'failed_precondition', text: 'This GIF flashes more than three times a second.' },
  GIF_BLOCKED: { code: 'failed_precondition', text: 'A blocked GIF stays blocked.' },
  PROVIDER_UNAVAILABLE: {
    code: 'unavailable',
    text: "The GIF provider isn't responding. Try again in a moment.",
  },
  PROVIDER_BUSY: { code: 'resource_exhausted', text: 'The GIF provider is busy. Try again later.' },
  RANGE_NOT_SATISFIABLE: { code: 'invalid_argument', text: 'That range is outside the file.' },
} as const satisfies Record<string, ReasonEntry>

/** Token of a refusal, for clients. */
export type Reason = keyof typeof table

export const REASONS: Readonly<Record<Reason, ReasonEntry>> = table

interface InvalidInput {
  readonly refused: 'INVALID_FIELD'
  readonly text: string
}

/** Refusal of input for a reason that the text gives. */
export const invalidInput = (text: string): InvalidInput => ({ refused: 'INVALID_FIELD', text })

/** Refusal of one field, named as in the request: `tiers.3.points`. */
export const refusedField = (field: string): InvalidInput =>
  invalidInput(table.INVALID_FIELD.text.replace(/\.$/, ` (${field}).`))

/** The event may be repeated later. */
export const PASSING: ReadonlySet<string> = new Set<Reason>(['UNAVAILABLE', 'RATE_LIMITED', 'ROOMS_BUSY'])

export const isReason = (value: string): value is Reason => Object.hasOwn(table, value)

/** WebSocket close codes (browser protocol). */
export const CLOSE = {
  GOING_AWAY: 1001,
  /** A flood, or an impossible frame. */
  POLICY: 1008,
  SIGNED_OUT: 4001,
  BANNED: 4003,
  SEAT_TAKEN_OVER: 4009,
} as const

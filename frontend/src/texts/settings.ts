import { catalogue } from '../shared/texts/catalogue.js'

export const SETTINGS = catalogue({
  title: 'Settings',
  sectionPage: '{section} · Settings',
  failed: "We can't load your settings right now",
  signedOut: "You're not logged in",
  logInWhy: 'Log in to see your settings.',
  logIn: 'Log in with Discord',
  unsaved: 'Not saved yet',
  unsavedSpoken: '(not saved yet)',
  actFailed: "That didn't work. Try again.",
})

export const SECTION_NAMES = catalogue({
  profile: 'Profile',
  limits: 'Limits',
  devices: 'Devices and sign-ins',
  purchases: 'Purchases',
  safety: 'Safety',
  standing: 'Standing',
  support: 'Support',
})

export const OWN_NAMES = catalogue({
  title: 'Your names',
  playerName: 'Player name',
  discordName: 'Discord name',
  discordUsername: 'Discord username',
  discordId: 'Discord ID',
  shown: 'Others see this',
  note: 'If you use a player name, other players see nothing from Discord. To change a Discord name, change it in Discord and log in here again.',
})

export const SHOWN_NAME = catalogue({
  title: 'How others see you',
  change: 'Change player name',
  changeable: 'You can change your player name again on <when></when>.',
  hiddenChangeable: 'You can change your player name, {name}, again on <when></when>.',
  changeableEarly:
    'You can change your name early because you blocked or reported someone, up to {times, plural, one {{times, number} time} other {{times, number} times}} a year.',
  shownAs: 'Others see',
  asPlayer: 'Player name',
  asDiscord: 'Discord',
  discordTitle: 'Show your Discord name?',
  discordEffect: 'Everyone you meet will see {name} and your Discord avatar, which can lead strangers to you.',
  discordListed: 'The leaderboards, which anyone can read, will list you under it too.',
  keepHidden: 'Keep it hidden',
  showDiscord: 'Show my Discord name',
  leaderboards: 'Leaderboards',
  notListed: 'Not shown',
  listed: 'Under this name',
  saved: 'Saved',
  newName: 'Your player name',
})

export const LIMITS_PANEL = catalogue({
  title: 'Your limits',
  note: 'We never deal or play a GIF that shows something you or your opponent marked “Never”. “Rather not” only comes up when nothing else is left. Changes count from your next battle.',
  whoKnows: 'Can others tell what I set?',
  whoKnowsAnswer:
    'We never tell anyone what you’ve set. Every battle leaves out some other acts too, so a missing act may or may not be one of your limits. But an opponent can tell that what does come up isn’t a “Never” of yours. Someone who meets you often may guess a limit when something stops coming up, when most GIFs of a category show it, or when it can be played but is never dealt.',
  loading: 'Loading your limits…',
  failed: "We couldn't load your limits",
  safe: 'They still apply.',
})

export const CAMERA = catalogue({
  title: 'Camera and microphone',
  setUp: 'Set up',
  note: 'Choose your camera, microphone and speaker, and test your connection.',
})

export const SIGN_INS = catalogue({
  title: 'Where you’re logged in',
  note: 'Don’t recognise one? Log it out. You have to log in again after 90 days.',
  loading: 'Loading your sign-ins…',
  failed: "We couldn't load your sign-ins",
  listLabel: 'Sign-ins',
  unknownDevice: 'Unknown device',
  thisDevice: 'This device',
  times: 'Last seen <seen></seen> · Logged in <since></since>',
  logOut: 'Log out',
  logOutOf: 'Log out {device}',
  loggedOut: '{device} is logged out',
  logOutEverywhere: 'Log out everywhere',
})

export const OWN_ITEMS = catalogue({
  title: 'Items',
  refresh: 'Refresh',
  gifSaves: 'GIF saves',
  gifSavesUse: 'Each saves one GIF to your library.',
  wildCards: 'Wild Cards',
  wildCardsUse: 'Each plays one saved GIF in a battle.',
  unknownSpoken: 'not known',
  failed: 'Could not load inventory.',
  getMore: 'You can get more in the <shop>Shop</shop>.',
})

export const PURCHASES = catalogue({
  title: 'Purchases',
  checking: 'Checking your purchase…',
  checkAgain: 'Check again',
  banned: 'You can’t see your purchases while this account is banned. They’re safe.',
  bannedHelp: 'Questions about a payment? <support>Contact Support</support>.',
  loading: 'Loading your purchases…',
  failed: "We couldn't load your purchases",
  safe: 'They’re safe.',
  none: 'No purchases yet.',
  toShop: 'Go to the Shop',
  showFewer: 'Show fewer',
  showAll: 'Show all {orders, number}',
  ordered: 'Ordered <when></when>',
  line: '{quantity, number} × {item} <gives>({units})</gives>',
})

export const MET = catalogue({
  title: 'People you met',
  note: 'In the last 24 hours. Only you can see this list. We don’t tell anyone about a report or a block.',
  loading: 'Loading the people you met…',
  failed: "We couldn't load the people you met",
  safe: 'Your reports and blocks still apply.',
  none: 'You haven’t met anyone in the last 24 hours.',
  noneWhy: 'After a battle you can report or block your opponent here.',
  last: '<when></when> · {mode}{blocked, select, yes { · Blocked} other {}}',
  report: 'Report',
  reportPlayer: 'Report {player}',
  block: 'Block',
  blockPlayer: 'Block {player}',
  blocked: '{player} is blocked',
})

export const BLOCKS = catalogue({
  title: 'Blocked people',
  loading: 'Loading your block list…',
  failed: "We couldn't load your block list",
  safe: 'Everyone on it is still blocked.',
  none: 'You haven’t blocked anyone.',
  noneWhy: 'You can block an opponent in a room. You won’t be matched again.',
  note: 'We don’t match you with them, and neither of you can join or watch the other’s rooms.',
  since: 'Blocked <when></when>',
  unblock: 'Unblock',
  unblockPlayer: 'Unblock {player}',
  unblocked: '{player} is no longer blocked',
})

export const OWN_REPORTS = catalogue({
  title: 'Reports you made',
  loading: 'Loading your reports…',
  failed: "We couldn't load your reports",
  safe: 'We still have them.',
  none: 'You haven’t reported anyone.',
  noneWhy: 'You can report an opponent in a room, or anyone you met in the last 24 hours here.',
  note: 'To protect everyone, we don’t say whom you reported or which measure we took.',
  facts: '#{id} · <when></when>',
})

/** What its reporter reads of a report. */
export const REPORT_OUTCOME = catalogue({
  received: 'Waiting for review',
  looked_at: 'Reviewed',
  acted: 'Reviewed: we acted',
  not_acted: 'Reviewed: no action',
})

export const STANDING = catalogue({
  title: 'Your standing',
  loading: 'Loading your standing…',
  failed: "We couldn't load your standing",
  none: 'There are no decisions about your account.',
  noneWhy: 'If we ever act on your account, you’ll see why here, and how to appeal.',
  decided: '<when></when>',
  happened: 'What happened',
  measures: 'What we did',
  warning: 'A warning. Nothing is closed to you.',
  permanent: '{scope}, permanently',
  until: '{scope}, until {end}',
  lifted: '{scope}: lifted',
  overturned: 'Overturned',
  message: 'A message from us',
  appeal: 'Appeal',
  appealUntil: 'You can appeal until {end}. Someone who didn’t make this decision will look at it.',
  appealOver: 'The time to appeal has passed.',
  appealed: 'Your appeal, <when></when>',
  appealOpen: 'We usually answer within 5 days.',
  upheld: 'We looked again, and the decision stays.',
  appealGranted: 'We looked again, and overturned the decision.',
  why: 'Why is this decision wrong?',
  send: 'Send appeal',
  cancel: 'Cancel',
  sendFailed: "We couldn't send your appeal.",
})

/** Rules that a decision names, as players read them here and in our e-mails. */
export const RULE_NAMES = catalogue({
  minors: 'No one under 18 and nothing that sexualizes them',
  illegal_content: 'No illegal content',
  consent: 'Nothing sexual without consent',
  recording: 'No recording or sharing of other players',
  threats: 'No threats or violence',
  harassment: 'No harassment or hate',
  cheating: 'No cheating',
  name: 'No offensive or misleading names',
  spam: 'No spam or advertising',
  evasion: 'No getting around a ban',
  other: 'The Terms of Service',
})

/** Names of bans by where they apply. */
export const MEASURE_SCOPES = catalogue({
  global: 'Banned from Kla',
  rooms: 'Banned from rooms',
  chat: 'Banned from the chat',
  api: 'Banned from the shop and library',
})

export const SUPPORT = catalogue({
  title: 'Support',
  contact: 'Contact Support',
  sent: "Ticket submitted! ID #{id}. We'll try to reply within 1-5 business days. The answer appears here, under Support.",
  sentMailed: "Ticket submitted! ID #{id}. We'll try to reply to your Discord-email within 1-5 business days.",
  loading: 'Loading your tickets…',
  failed: "We couldn't load your tickets",
  none: 'You have no tickets. Our answers appear here.',
  listLabel: 'Tickets',
  facts: '#{id} · {category} · <when></when>',
  open: 'Open',
  waiting: 'Waiting for you',
  resolved: 'Resolved',
  answered: 'Support, <when></when>',
  replied: 'You, <when></when>',
  reply: 'Reply',
  yourReply: 'Your reply',
  sendReply: 'Send reply',
  cancelReply: 'Cancel',
  replyFailed: "We couldn't send your reply.",
  terms: 'Terms of Service',
  privacy: 'Privacy',
})

export const TICKET_FORM = catalogue({
  subject: 'Subject',
  category: 'Category',
  priority: 'Priority',
  message: 'Message',
  receiptEmail: 'Receipt email (optional)',
  roomId: 'Room ID (optional)',
  order: 'About an order (optional)',
  noOrder: 'None',
  orderOf: '{day}, {total}',
  battle: 'About a battle (optional)',
  noBattle: 'None',
  battleOf: '{mode}, {when}',
  attach: 'Attach how my connection performed',
  attached: 'What is attached',
  notAttached: 'No addresses, and nothing anyone said or showed.',
  submit: 'Submit ticket',
  submitting: 'Submitting…',
  incomplete: 'Subject and message are required.',
  failed: 'Could not submit ticket.',
})

export const TICKET_CATEGORY = catalogue({
  Technical: 'Technical',
  Billing: 'Billing',
  Account: 'Account',
  Abuse: 'Abuse',
  Other: 'Other',
})

export const TICKET_PRIORITY = catalogue({
  Low: 'Low',
  Normal: 'Normal',
  High: 'High',
  Urgent: 'Urgent',
})

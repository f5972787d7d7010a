import { randomUUID } from 'node:crypto'
import {
  type AuthServiceService,
  type BattlePassServiceService,
  type BlocksServiceService,
  type CommerceServiceService,
  type CupsServiceService,
  type DecisionsServiceService,
  type DeskServiceService,
  type EvidenceServiceService,
  type GameEngineServiceService,
  GifState,
  type HealthService,
  HoldOutcome,
  Item,
  type LibraryServiceService,
  type MatchmakingServiceService,
  type MediaSignallingServiceService,
  type MeetingsServiceService,
  type ModerationServiceService,
  type OpinionsServiceService,
  type PeopleServiceService,
  type RoomsServiceService,
  ShownAs,
  type StandingsServiceService,
  type StreamServiceService,
  type WatchingServiceService,
} from '@kla/proto'
import { DECISION_RULES } from '@kla/proto/web'
import { NO_ID, NO_ROOM, row, type Rows, SOME_COMMAND } from './row.js'

/** A command by itself: a repeated id would get the first answer again. */
const inRoom = () => ({ commandId: randomUUID(), roomId: NO_ROOM })
const connection = { socketId: 'nobody', gatewayId: 'nowhere' }

export const AUTH: Rows<AuthServiceService> = {
  beginLogin: row('service', 'ok', { redirectBackTo: '/', forwardedParameters: {} }),
  completeLogin: row('service', 'LOGIN_FAILED', { code: 'x', state: 'x', browserSecret: 'x', userAgent: '' }),
  resolveSession: row('service', 'NOT_SIGNED_IN', { sessionId: 'none' }),
  resolveAccessToken: row('service', 'NOT_SIGNED_IN', { accessToken: 'none' }),
  checkSessions: row('service', 'ok', { sessionIds: ['none'] }),
  endSession: row('service', 'ok', { sessionId: 'none' }),
  listOwnSessions: row('also banned', 'ok', {}),
  endOwnSession: row('also banned', 'ok', { sessionKey: 'none' }),
  endAllOwnSessions: row('service', 'ok', { sessionId: 'none' }),
  attestAge: row('also banned', 'ok', { over18: true }),
  setPlayerName: row('also banned', 'INVALID_FIELD', {
    shownAs: ShownAs.UNSPECIFIED,
    playerName: '',
    onLeaderboards: undefined,
  }),
  suggestNames: row('player', 'ok', {}),
  // Of another name and place each time: who fails too often has to wait.
  signInAdministrator: row('service', 'ADMIN_LOGIN_FAILED', (turn) => ({
    username: `nobody-${turn}`,
    password: 'nothing at all',
    code: '',
    address: `192.0.2.${turn}`,
  })),
  resolveAdministrator: row('service', 'NOT_SIGNED_IN', { token: 'none' }),
  endAdministratorSession: row('service', 'ok', { token: 'none' }),
  beginPasskeySignIn: row('service', 'ok', { address: '192.0.2.1' }),
  signInWithPasskey: row('service', 'ADMIN_LOGIN_FAILED', (turn) => ({
    challengeId: SOME_COMMAND,
    response: '{}',
    address: `198.51.100.${turn}`,
  })),
  // Auth knows no administrator of the callers' id.
  beginStepUp: row('administrator', 'NOT_SIGNED_IN', {}),
  stepUp: row('administrator', 'NOT_SIGNED_IN', { challengeId: '', response: '', password: 'not this one', code: '' }),
  beginPasskey: row('administrator', 'NOT_SIGNED_IN', {}),
  addPasskey: row('administrator', 'NOT_SIGNED_IN', { challengeId: SOME_COMMAND, response: '{}', name: 'Key' }),
  listPasskeys: row('administrator', 'NOT_SIGNED_IN', {}),
  removePasskey: row('administrator', 'NOT_SIGNED_IN', { id: SOME_COMMAND }),
  renewRecoveryCodes: row('administrator', 'NOT_SIGNED_IN', {}),
  listAdministratorSessions: row('administrator', 'NOT_SIGNED_IN', { everyone: false }),
  endOneAdministratorSession: row('administrator', 'NOT_SIGNED_IN', { id: SOME_COMMAND }),
  beginTotp: row('administrator', 'NOT_SIGNED_IN', {}),
  confirmTotp: row('administrator', 'NOT_SIGNED_IN', { code: '000000' }),
  changeOwnPassword: row('administrator', 'NOT_SIGNED_IN', {
    currentPassword: 'not this one at all',
    newPassword: 'a long enough new password',
  }),
  listAdministrators: row('administrators.manage', 'ok', {}),
  createAdministrator: row('administrators.manage', 'WEAK_PASSWORD', {
    name: 'newcomer',
    password: 'short',
    role: 'viewer',
    childSafety: false,
  }),
  updateAdministrator: row('administrators.manage', 'ADMINISTRATOR_NOT_FOUND', {
    id: NO_ID,
    role: 'viewer',
    childSafety: undefined,
    disabled: undefined,
    password: undefined,
    resetTotp: false,
    resetPasskeys: false,
  }),
  askForAdministratorChange: row('administrators.manage', 'ADMINISTRATOR_NOT_FOUND', {
    id: NO_ID,
    role: 'viewer',
    childSafety: undefined,
    disabled: undefined,
    password: false,
    resetTotp: false,
    resetPasskeys: false,
    reason: 'Has left.',
  }),
  askForAdministrator: row('administrators.manage', 'INVALID_FIELD', {
    name: 'newcomer',
    role: 'emperor',
    childSafety: false,
    reason: 'Joins us.',
  }),
  listAdministratorApprovals: row(['administrators.manage', 'reports.grave'], 'ok', {}),
  approveAdministratorChange: row(['administrators.manage', 'reports.grave'], 'APPROVAL_NOT_FOUND', {
    id: SOME_COMMAND,
  }),
  listMembers: row('members.read', 'ok', { q: '', page: 1, pageSize: 10 }),
  exportMembers: row('members.manage', 'INVALID_FIELD', { list: undefined }),
  listTopGuilds: row('members.read', 'ok', {}),
  liftAgeLock: row('members.manage', 'NO_SUCH_ACCOUNT', { accountId: NO_ID, reason: 'r' }),
  findAvatar: row('service', 'MEDIA_NOT_FOUND', { key: 'none' }),
  lookUpAccounts: row('service', 'ok', { ids: [NO_ID] }),
  getPerson: row('members.read', 'NO_SUCH_ACCOUNT', { accountId: NO_ID }),
  listAccountSessions: row('members.read', 'ok', { accountId: NO_ID }),
  revealEmail: row('members.read', 'NO_SUCH_ACCOUNT', { accountId: NO_ID }),
  findPeople: row('members.read', 'ok', { q: 'nobody' }),
  resolveNumbers: row('service', 'ok', { numbers: [NO_ID] }),
  putRestrictions: row('service', 'NO_SUCH_ACCOUNT', { accountId: NO_ID, version: 1, restrictions: [] }),
  listRestrictions: row('service', 'ok', { accountIds: [NO_ID] }),
}

export const ROOMS: Rows<RoomsServiceService> = {
  createRoom: row('player', 'ROOM_NAME_REQUIRED', {
    commandId: SOME_COMMAND,
    connection,
    name: '',
    passcode: '',
    publicRoom: true,
    mode: 'rush',
    capacity: 2,
    category: 'default',
  }),
  joinRoom: row('player', 'ROOM_NOT_FOUND', () => ({ ...inRoom(), connection, passcode: '' })),
  lookAtRoom: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
  resumeSeat: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM, connection }),
  leaveRoom: row('also banned', 'NOT_SEATED', inRoom),
  leaveAndBlock: row('also banned', 'NOT_SEATED', () => ({ ...inRoom(), accountId: 0 })),
  setReveal: row('player', 'ROOM_NOT_FOUND', () => ({ ...inRoom(), show: true, epoch: 0 })),
  getRoom: row('service', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
  reserveForPlay: row('also banned', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
  listRooms: row('service', 'ok', { limit: 10 }),
  reportConnectionsLost: row('service', 'ok', { gatewayId: 'nowhere', lost: [] }),
  renewGateway: row('service', 'ok', { gatewayId: 'nowhere' }),
  findSeats: row('service', 'ok', { accountIds: [1], roomIds: [] }),
}

export const ENGINE: Rows<GameEngineServiceService> = {
  readyUp: row('player', 'ROOM_NOT_FOUND', inRoom),
  chooseGif: row('player', 'NOT_PROMPTING', () => ({ ...inRoom(), index: 1, round: 0 })),
  playWildCard: row('player', 'NOT_PROMPTING', () => ({ ...inRoom(), gifUrl: 'https://cdn.example/a.gif', round: 0 })),
  saveGifChoice: row('player', 'NOT_PLAYING', () => ({ ...inRoom(), index: 1, round: 0 })),
  saveGifReceived: row('player', 'NOT_RECEIVED', () => ({ ...inRoom(), gifUrl: 'https://cdn.example/a.gif' })),
  finish: row('player', 'NOT_PLAYING', inRoom),
  declareWinner: row('player', 'NOT_VOTING', () => ({ ...inRoom(), winnerId: 0 })),
  reportRepair: row('player', 'NOT_PLAYING', () => ({ ...inRoom(), repairing: true })),
  getBattle: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
  watchBattle: row('service', 'ok', { roomId: NO_ROOM }),
  listWildCards: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
  getResult: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
  findPlayedBattle: row('also banned', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
}

export const SIGNALLING: Rows<MediaSignallingServiceService> = {
  getPeers: row('player', 'NOT_SEATED', { roomId: NO_ROOM, watchingSocketId: '' }),
  mintProbe: row('player', 'ok', {}),
}

export const LIBRARY: Rows<LibraryServiceService> = {
  listRotation: row('service', 'ok', { category: 'default', knownVersion: '' }),
  getMedia: row('viewer', 'MEDIA_NOT_ALLOWED', {
    url: 'https://elsewhere.example/a.gif',
    range: '',
    ifNoneMatch: '',
    headOnly: true,
  }),
  getAvatar: row('service', 'MEDIA_NOT_FOUND', { discordId: '', avatar: '' }),
  saveGif: row('player', 'INVALID_FIELD', { commandId: SOME_COMMAND, gifUrl: '', thumbnail: '' }),
  getSave: row('player', 'NOT_FOUND', { commandId: SOME_COMMAND }),
  listSavedGifs: row('player', 'ok', {}),
  findSavedGif: row('player', 'NOT_IN_LIBRARY', { gifUrl: 'https://cdn.example/a.gif' }),
  hideSavedGif: row('player', 'NOT_IN_LIBRARY', { id: NO_ID }),
  getLimits: row('also banned', 'ok', {}),
  setLimits: row('also banned', 'INVALID_FIELD', { limits: [{ act: 'no such', limit: 'no' }] }),
  uniteLimits: row('service', 'ok', { accountIds: [NO_ID] }),
  exportGifs: row('gifs.read', 'INVALID_FIELD', { list: undefined }),
  listGifs: row('gifs.read', 'ok', { page: 1, pageSize: 10, category: '', state: GifState.UNSPECIFIED }),
  getGif: row('gifs.read', 'NOT_FOUND', { id: NO_ID }),
  addGifs: row('gifs.manage', 'INVALID_FIELD', {
    urls: ['https://cdn.example/a.gif'],
    visible: false,
    tags: ['no such'],
  }),
  setGifState: row('gifs.manage', 'NOT_FOUND', { id: NO_ID, state: GifState.HIDDEN }),
  setGifActs: row('gifs.manage', 'NOT_FOUND', { id: NO_ID }),
  deleteGif: row('gifs.manage', 'NOT_FOUND', { id: NO_ID }),
  changeGifs: row('gifs.manage', 'INVALID_FIELD', { gifs: [], change: undefined }),
  undoGifChange: row('gifs.manage', 'BATCH_NOT_FOUND', { batchId: SOME_COMMAND }),
  setGifHold: row('holds.manage', 'NOT_FOUND', { id: NO_ID, held: true, reason: 'asked for' }),
  findBrokenGifs: row('gifs.manage', 'ok', { limit: 1, offset: 100_000 }),
  scanAndDeleteGifs: row('gifs.manage', 'ok', { limit: 1, offset: 100_000, ids: [] }),
  searchProvider: row('gifs.manage', 'INVALID_FIELD', { text: '' }),
  listProviderCategory: row('gifs.manage', 'INVALID_FIELD', { category: 'no such' }),
}

export const COMMERCE: Rows<CommerceServiceService> = {
  listCatalogue: row('service', 'ok', {}),
  createCheckout: row('player', 'CART_INVALID', { lines: [], email: 'a@example.com' }),
  verifyCheckout: row('player', 'ORDER_NOT_FOUND', { sessionId: 'none' }),
  getCheckoutForm: row('player', 'ORDER_NOT_FOUND', { sessionId: 'none' }),
  receiveNotification: row('service', 'SIGNATURE_INVALID', {
    provider: 'stripe',
    body: Buffer.from('{}'),
    signature: 'none',
  }),
  getInventory: row('player', 'ok', {}),
  listOrders: row('player', 'ok', {}),
  listOrdersOf: row('orders.read', 'ok', { accountId: NO_ID }),
  holdItem: row('player', 'NO_WILD_CARDS', { key: 'access-table', item: Item.WILD_CARDS }),
  settleHold: row('service', 'ok', { key: 'access-table-none', outcome: HoldOutcome.RELEASE }),
  giftItems: row('items.gift', 'INVALID_FIELD', {
    giftId: SOME_COMMAND,
    accountId: NO_ID,
    item: Item.WILD_CARDS,
    units: 0,
    reason: 'none',
  }),
}

const banFields = { reason: '', notes: '', evidenceJson: '' }
const note = { noteId: SOME_COMMAND, text: 'Seen before.' }
const page = { page: 1, pageSize: 25 }

export const MODERATION: Rows<ModerationServiceService> = {
  submitReport: row('also banned', 'NOT_MET', {
    reportedId: NO_ID,
    category: 'abuse',
    reason: 'shouting',
    incident: '',
  }),
  listOwnReports: row('also banned', 'ok', {}),
  listOwnBans: row('also banned', 'ok', {}),
  openTicket: row('also banned', 'TICKET_FIELDS_REQUIRED', {
    subject: '',
    message: '',
    category: 'Account',
    priority: 'Normal',
    relatedStripeEmail: '',
    relatedRoomId: '',
    relatedOrderId: '',
    relatedBattleId: '',
    diagnosticsJson: '',
  }),
  listOwnTickets: row('also banned', 'ok', {}),
  replyToTicket: row('also banned', 'TICKET_NOT_FOUND', { id: NO_ID, replyId: SOME_COMMAND, text: 'Still broken.' }),
  keepLines: row('service', 'ok', { rooms: [] }),
  exportReports: row('reports.read', 'INVALID_FIELD', { list: undefined }),
  listReports: row('reports.read', 'ok', {
    q: '',
    status: '',
    category: '',
    reporterId: 0,
    reportedId: 0,
    sort: 'newest',
    ...page,
  }),
  getReport: row('reports.read', 'REPORT_NOT_FOUND', { id: NO_ID }),
  updateReport: row('reports.decide', 'REPORT_NOT_FOUND', {
    id: NO_ID,
    category: undefined,
    status: 'reviewed',
    notes: undefined,
  }),
  reviewReport: row('reports.decide', 'REPORT_NOT_FOUND', { id: NO_ID, action: 'review', notes: undefined }),
  addReportNote: row('reports.decide', 'REPORT_NOT_FOUND', { id: NO_ID, ...note }),
  deleteReport: row('reports.delete', 'REPORT_NOT_FOUND', { id: NO_ID }),
  askForReportDeletion: row('reports.delete', 'ok', { ids: [NO_ID], reason: 'Spam.' }),
  listReportApprovals: row('reports.delete', 'ok', {}),
  approveReportDeletion: row('reports.delete', 'APPROVAL_NOT_FOUND', { id: SOME_COMMAND }),
  listDeletedReports: row('reports.delete', 'ok', { page: 1, pageSize: 25 }),
  restoreReport: row('reports.delete', 'REPORT_NOT_FOUND', { id: NO_ID }),
  changeReports: row('reports.decide', 'ok', { ids: [NO_ID], op: 'status', status: 'reviewed' }),
  previewReportBatch: row('reports.decide', 'ok', { reporterId: NO_ID, seenIds: [] }),
  closeReportBatch: row('reports.decide', 'PREVIEW_OUTDATED', () => ({
    id: randomUUID(),
    reporterId: NO_ID,
    status: 'dismissed',
    reason: 'x',
    digest: 'x',
  })),
  undoReportBatch: row('reports.decide', 'BATCH_NOT_FOUND', { id: SOME_COMMAND }),
  createBan: row('bans.set', 'NO_SUCH_ACCOUNT', { userId: NO_ID, scope: 'chat', durationMs: 1_000, ...banFields }),
  getBan: row('bans.read', 'BAN_NOT_FOUND', { id: NO_ID }),
  addBanNote: row('bans.set', 'BAN_NOT_FOUND', { id: NO_ID, ...note }),
  exportBans: row('bans.read', 'INVALID_FIELD', { list: undefined }),
  listBans: row('bans.read', 'ok', { limit: 25, offset: 0, userId: 0, scope: '', active: undefined }),
  findActiveBan: row('bans.read', 'ok', { userId: NO_ID, scope: '' }),
  liftBan: row('bans.lift', 'BAN_NOT_FOUND', { id: NO_ID, liftReason: '' }),
  liftAllBans: row('bans.lift', 'ok', { userId: NO_ID, scope: '', liftReason: '' }),
  deleteBan: row('bans.delete', 'BAN_NOT_FOUND', { id: NO_ID }),
  exportTickets: row('tickets.read', 'INVALID_FIELD', { list: undefined }),
  listTickets: row('tickets.read', 'ok', {
    q: '',
    resolved: undefined,
    category: '',
    priority: '',
    state: '',
    mine: false,
    sort: '',
    ...page,
  }),
  lookAtTicket: row('tickets.answer', 'ok', { id: NO_ID, looking: false }),
  listCannedAnswers: row('tickets.read', 'ok', {}),
  putCannedAnswer: row('tickets.answer', 'INVALID_FIELD', { id: SOME_COMMAND, title: '', text: '', version: 0 }),
  deleteCannedAnswer: row('tickets.answer', 'ok', { id: SOME_COMMAND, version: 0 }),
  getTicket: row('tickets.read', 'TICKET_NOT_FOUND', { id: NO_ID }),
  addTicketNote: row('tickets.answer', 'TICKET_NOT_FOUND', { id: NO_ID, ...note }),
  updateTicket: row('tickets.answer', 'TICKET_NOT_FOUND', {
    id: NO_ID,
    resolved: true,
    message: undefined,
    note: undefined,
    append: false,
    answer: undefined,
    category: undefined,
    priority: undefined,
  }),
  getSubject: row('reports.read', 'NO_SUCH_ACCOUNT', { accountId: NO_ID }),
  placeHold: row('holds.manage', 'REPORT_NOT_FOUND', { kind: 'report', id: NO_ID, reason: 'asked for' }),
  releaseHold: row('holds.manage', 'ok', { kind: 'report', id: NO_ID }),
  askForHoldRelease: row('holds.manage', 'REPORT_NOT_FOUND', { kind: 'report', id: NO_ID, reason: 'Closed.' }),
  listHoldApprovals: row('holds.manage', 'ok', {}),
  approveHoldRelease: row('holds.manage', 'APPROVAL_NOT_FOUND', { id: SOME_COMMAND }),
  exportAudit: row('audit.read', 'INVALID_FIELD', { list: undefined }),
  listAudit: row('audit.read', 'ok', {
    before: 0,
    limit: 25,
    actor: '',
    action: '',
    subjectKind: '',
    subjectId: '',
    fromMs: 0,
    toMs: 0,
    changesOnly: false,
  }),
  listAuditFilters: row('audit.read', 'ok', {}),
  verifyAudit: row('audit.read', 'ok', { fromSeq: 0 }),
}

/** What any caller may send, but no decision: it names no rule and no report. */
const undecided = {
  id: SOME_COMMAND,
  jobId: NO_ID,
  claim: SOME_COMMAND,
  outcome: 'acted',
  rule: '',
  facts: '',
  basis: [],
  measures: [],
  letter: '',
  note: '',
  seen: undefined,
}

export const DECISIONS: Rows<DecisionsServiceService> = {
  previewDecision: row('reports.decide', 'NO_SUCH_ACCOUNT', { accountId: NO_ID, rule: DECISION_RULES[0] }),
  decide: row('reports.decide', 'INVALID_FIELD', undecided),
  undoDecision: row('reports.decide', 'DECISION_NOT_FOUND', { id: SOME_COMMAND }),
  listDecisions: row('reports.read', 'ok', { accountId: NO_ID, after: '', limit: 25 }),
  exportDecisions: row('reports.read', 'INVALID_FIELD', { list: undefined }),
  askForDecision: row('reports.decide', 'INVALID_FIELD', { decision: undecided }),
  listDecisionApprovals: row('reports.decide', 'ok', {}),
  approveDecision: row('reports.decide', 'APPROVAL_NOT_FOUND', { id: SOME_COMMAND }),
  listOwnDecisions: row('also banned', 'ok', {}),
  openAppeal: row('also banned', 'DECISION_NOT_FOUND', { decisionId: SOME_COMMAND, text: 'It was not me.' }),
  listAppeals: row('reports.decide', 'ok', { open: true, after: '', limit: 25 }),
  exportAppeals: row('reports.decide', 'INVALID_FIELD', { list: undefined }),
  decideAppeal: row('reports.decide', 'APPEAL_NOT_FOUND', { id: NO_ID, outcome: 'upheld', answer: 'We looked again.' }),
}

export const DESK: Rows<DeskServiceService> = {
  listJobs: row('reports.read', 'ok', { after: '', limit: 25, mine: false }),
  exportJobs: row('reports.read', 'INVALID_FIELD', { list: undefined }),
  getJob: row('reports.read', 'JOB_NOT_FOUND', { id: NO_ID }),
  claimJob: row('reports.decide', 'JOB_NOT_FOUND', { id: NO_ID }),
  renewClaim: row('reports.decide', 'JOB_NOT_FOUND', { id: NO_ID, claim: SOME_COMMAND }),
  releaseJob: row('reports.decide', 'JOB_NOT_FOUND', { id: NO_ID, claim: SOME_COMMAND }),
  getDesk: row(['reports.read', 'tickets.read'], 'ok', {}),
  setDuty: row('reports.decide', 'ok', { on: false }),
  takeBreak: row('reports.decide', 'ok', {}),
  leaveHandover: row('reports.decide', 'INVALID_FIELD', { noteId: '', text: '' }),
  getRules: row('administrators.manage', 'ok', {}),
  setRule: row('administrators.manage', 'INVALID_FIELD', { rule: 'no such', acting: true }),
}

export const OPINIONS: Rows<OpinionsServiceService> = {
  listOpinions: row('reports.decide', 'ok', {}),
  getOpinion: row('reports.decide', 'OPINION_NOT_FOUND', { id: NO_ID }),
  getOpinionReport: row('reports.decide', 'OPINION_NOT_FOUND', { id: NO_ID, reportId: NO_ID }),
  giveOpinion: row('reports.decide', 'OPINION_NOT_FOUND', {
    id: NO_ID,
    outcome: 'dismissed',
    rule: '',
    measures: [],
    reason: 'x',
  }),
}

export const PEOPLE: Rows<PeopleServiceService> = {
  getAccountReports: row('reports.read', 'ok', { accountId: NO_ID }),
  listAccountBans: row('bans.read', 'ok', { accountId: NO_ID }),
  listAccountNotes: row('reports.read', 'ok', { accountId: NO_ID }),
  addAccountNote: row('reports.decide', 'INVALID_FIELD', { accountId: NO_ID, noteId: '', text: '' }),
  listAccountTickets: row('tickets.read', 'ok', { accountId: NO_ID }),
  listAccountHistory: row('members.read', 'ok', { accountId: NO_ID, after: 0 }),
}

export const EVIDENCE: Rows<EvidenceServiceService> = {
  reserveEvidence: row('service', 'INVALID_FIELD', {
    reportId: NO_ID,
    reporterId: NO_ID,
    reportedId: NO_ID,
    category: 'no such',
    grave: false,
  }),
  putReportState: row('service', 'ok', {
    reportId: NO_ID,
    version: 1,
    category: 'abuse',
    grave: false,
    expiresAtMs: 1,
    held: false,
    hidden: false,
  }),
  storeEvidence: row('also banned', 'EVIDENCE_PLACE_GONE', { token: 'p'.repeat(43), sealed: Buffer.from([1]) }),
  describeEvidence: row('reports.read', 'EVIDENCE_NOT_FOUND', { reportId: NO_ID }),
  requestOpening: row('evidence.open', 'EVIDENCE_NOT_FOUND', { reportId: NO_ID, reason: 'r' }),
  listOpenings: row('evidence.open', 'ok', {}),
  approveOpening: row('evidence.open', 'APPROVAL_NOT_FOUND', { id: SOME_COMMAND }),
  openEvidence: row('evidence.open', 'EVIDENCE_NOT_FOUND', { reportId: NO_ID, sharp: false }),
}

const inCup = { cupId: NO_ROOM }
const inTie = { ...inCup, tieId: '1-1' }

export const MATCHMAKING: Rows<MatchmakingServiceService> = {
  findMatch: row('player', 'INVALID_FIELD', () => ({
    commandId: randomUUID(),
    connection,
    mode: 'rush',
    category: 'none',
  })),
  cancelMatch: row('also banned', 'ok', {}),
  answerMatch: row('player', 'MATCH_GONE', { matchId: NO_ROOM, accept: true }),
  keepTickets: row('service', 'ok', { gatewayId: 'nowhere', tickets: [] }),
  dropTickets: row('service', 'ok', { gatewayId: 'nowhere', tickets: [] }),
  getActivity: row('service', 'ok', {}),
}

export const BLOCKS: Rows<BlocksServiceService> = {
  blockPlayer: row('also banned', 'INVALID_FIELD', { accountId: 0 }),
  unblockPlayer: row('also banned', 'ok', { accountId: NO_ID }),
  listBlocks: row('also banned', 'ok', {}),
  listApart: row('also banned', 'ok', {}),
}

export const MEETINGS: Rows<MeetingsServiceService> = {
  findMeeting: row('also banned', 'ok', { accountId: NO_ID, incident: '' }),
  listMet: row('also banned', 'ok', {}),
  listMetOf: row('reports.read', 'ok', { accountId: NO_ID }),
  countMet: row('service', 'ok', { accountId: NO_ID }),
  notePublicNames: row('service', 'INVALID_FIELD', { accountIds: [0] }),
}

export const CUPS: Rows<CupsServiceService> = {
  listCups: row('service', 'ok', {}),
  getCup: row('service', 'CUP_NOT_FOUND', inCup),
  getNextTie: row('player', 'ok', {}),
  enterCup: row('player', 'CUP_NOT_FOUND', inCup),
  withdrawFromCup: row('also banned', 'CUP_NOT_FOUND', inCup),
  checkIn: row('player', 'CUP_NOT_FOUND', inCup),
  bePresent: row('player', 'CUP_NOT_FOUND', inTie),
  exportCups: row('cups.read', 'INVALID_FIELD', { list: undefined }),
  listAllCups: row('cups.read', 'ok', page),
  createCup: row('cups.manage', 'INVALID_FIELD', {
    ...inCup,
    name: '',
    mode: 'rush',
    category: 'default',
    capacity: 8,
    startsAtMs: 0,
  }),
  updateCup: row('cups.manage', 'CUP_NOT_FOUND', {
    ...inCup,
    name: 'Friday',
    mode: undefined,
    category: undefined,
    capacity: undefined,
    startsAtMs: undefined,
  }),
  setEntry: row('cups.manage', 'CUP_NOT_FOUND', {
    ...inCup,
    accountId: NO_ID,
    username: 'x',
    avatar: '',
    entered: true,
  }),
  seedCup: row('cups.manage', 'CUP_NOT_FOUND', { ...inCup, accountIds: [] }),
  startCup: row('cups.manage', 'CUP_NOT_FOUND', inCup),
  cancelCup: row('cups.manage', 'CUP_NOT_FOUND', { ...inCup, reason: 'nobody came' }),
  exportTies: row('cups.read', 'INVALID_FIELD', { list: undefined }),
  listTies: row('cups.read', 'ok', { filter: 'all', ...page }),
  getTie: row('cups.read', 'CUP_NOT_FOUND', inTie),
  judgeTie: row('cups.judge', 'CUP_NOT_FOUND', { ...inTie, winnerId: 0, reason: 'seen', version: 0 }),
  issueWatchPass: row('cups.judge', 'CUP_NOT_FOUND', inTie),
}

export const WATCHING: Rows<WatchingServiceService> = {
  watchRoom: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM, connection, pass: '' }),
  stopWatching: row('service', 'ok', { roomId: NO_ROOM, connection }),
  allowSpectators: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM, allow: true }),
}

export const STANDINGS: Rows<StandingsServiceService> = {
  getStandings: row('service', 'ok', { season: 'all', limit: 10 }),
  exportStandings: row('standings.read', 'INVALID_FIELD', { list: undefined }),
  listStandings: row('standings.read', 'ok', { season: 'all', order: 'wins', accountId: 0, ...page }),
  listBattlesOf: row('reports.read', 'ok', { accountId: NO_ID }),
  exportCorrections: row('standings.read', 'INVALID_FIELD', { list: undefined }),
  listOwnBattles: row('also banned', 'ok', {}),
  listCorrections: row('standings.read', 'ok', { accountId: 0, ...page }),
  correctStanding: row('standings.correct', 'INVALID_FIELD', {
    correctionId: SOME_COMMAND,
    accountId: NO_ID,
    season: '2026-Q4',
    gamesWon: 0,
    gamesPlayed: 0,
    reason: 'none',
  }),
  reverseCorrection: row('standings.correct', 'CORRECTION_NOT_FOUND', { correctionId: SOME_COMMAND, reason: 'none' }),
}

const noSeason = { seasonId: NO_ROOM }

export const BATTLE_PASS: Rows<BattlePassServiceService> = {
  getPass: row('service', 'ok', {}),
  getBattlePoints: row('player', 'ok', { battleId: NO_ROOM }),
  activatePass: row('player', 'SEASON_NOT_RUNNING', noSeason),
  claimReward: row('player', 'SEASON_NOT_RUNNING', { ...noSeason, tier: 1, track: 'free' }),
  listSeasons: row('pass.read', 'ok', {}),
  putSeason: row('pass.manage', 'INVALID_FIELD', { season: undefined }),
  publishSeason: row('pass.manage', 'SEASON_NOT_FOUND', noSeason),
  deleteSeason: row('pass.manage', 'SEASON_NOT_FOUND', noSeason),
}

export const HEALTH: Rows<HealthService> = {
  check: row('service', 'ok', { service: '' }),
  watch: row('service', 'ok', { service: '' }),
}

/** The calls within are checked by their own rows. */
export const STREAM: Rows<StreamServiceService> = {
  callStream: row('service', 'ok', { calls: [], cancelled: [] }),
}

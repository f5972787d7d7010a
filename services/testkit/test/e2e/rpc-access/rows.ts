import {
  GifState,
  HoldOutcome,
  Item,
  type AuthServiceService,
  type CommerceServiceService,
  type GameEngineServiceService,
  type LibraryServiceService,
  type MediaSignallingServiceService,
  type ModerationServiceService,
  type RoomsServiceService,
} from '@kla/proto'
import { randomUUID } from 'node:crypto'
import { NO_ID, NO_ROOM, row, SOME_COMMAND, type Rows } from './row.js'

/** A command by itself: a repeated id would get the first answer again. */
const inRoom = () => ({ commandId: randomUUID(), roomId: NO_ROOM })
const connection = { socketId: 'nobody', gatewayId: 'nowhere' }

export const AUTH: Rows<AuthServiceService> = {
  beginLogin: row('service', 'ok', { redirectBackTo: '/', forwardedParameters: {} }),
  completeLogin: row('service', 'LOGIN_FAILED', { code: 'x', state: 'x', browserSecret: 'x' }),
  resolveSession: row('service', 'NOT_SIGNED_IN', { sessionId: 'none' }),
  resolveAccessToken: row('service', 'NOT_SIGNED_IN', { accessToken: 'none' }),
  endSession: row('service', 'ok', { sessionId: 'none' }),
  attestAge: row('also banned', 'ok', { over18: true }),
  // Of another name and place each time: who fails too often has to wait.
  signInAdministrator: row('service', 'ADMIN_LOGIN_FAILED', (turn) => ({
    ...{ username: `nobody-${turn}`, password: 'nothing at all', code: '' },
    address: `192.0.2.${turn}`,
  })),
  resolveAdministrator: row('service', 'NOT_SIGNED_IN', { token: 'none' }),
  endAdministratorSession: row('service', 'ok', { token: 'none' }),
  // Auth knows no administrator of the callers' id.
  beginTotp: row('administrator', 'NOT_SIGNED_IN', {}),
  confirmTotp: row('administrator', 'NOT_SIGNED_IN', { code: '000000' }),
  changeOwnPassword: row('administrator', 'NOT_SIGNED_IN', {
    currentPassword: 'not this one at all',
    newPassword: 'a long enough new password',
  }),
  listAdministrators: row('administrators.manage', 'ok', {}),
  createAdministrator: row('administrators.manage', 'WEAK_PASSWORD', {
    ...{ name: 'newcomer', password: 'short', role: 'viewer', childSafety: false },
  }),
  updateAdministrator: row('administrators.manage', 'ADMINISTRATOR_NOT_FOUND', {
    ...{ id: NO_ID, role: 'viewer', childSafety: undefined, disabled: undefined },
    ...{ password: undefined, resetTotp: false },
  }),
  listMembers: row('members.read', 'ok', { q: '', page: 1, pageSize: 10 }),
  listTopGuilds: row('members.read', 'ok', {}),
  lookUpAccounts: row('service', 'ok', { ids: [NO_ID] }),
  putRestrictions: row('service', 'NO_SUCH_ACCOUNT', { accountId: NO_ID, version: 1, restrictions: [] }),
  listRestrictions: row('service', 'ok', { accountIds: [NO_ID] }),
}

export const ROOMS: Rows<RoomsServiceService> = {
  createRoom: row('player', 'ROOM_NAME_REQUIRED', {
    ...{ commandId: SOME_COMMAND, connection, name: '', passcode: '', publicRoom: true },
    ...{ mode: 'rush', capacity: 2, category: 'default' },
  }),
  joinRoom: row('player', 'ROOM_NOT_FOUND', () => ({ ...inRoom(), connection, passcode: '' })),
  resumeSeat: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM, connection }),
  leaveRoom: row('also banned', 'NOT_SEATED', inRoom),
  getRoom: row('service', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
  getOwnRoom: row('also banned', 'ok', {}),
  listRooms: row('service', 'ok', { limit: 10 }),
  reportConnectionsLost: row('service', 'ok', { gatewayId: 'nowhere', lost: [] }),
  renewGateway: row('service', 'ok', { gatewayId: 'nowhere' }),
}

export const ENGINE: Rows<GameEngineServiceService> = {
  readyUp: row('player', 'ROOM_NOT_FOUND', inRoom),
  chooseGif: row('player', 'NOT_PROMPTING', () => ({ ...inRoom(), index: 1 })),
  playWildCard: row('player', 'NOT_PROMPTING', () => ({ ...inRoom(), gifUrl: 'https://cdn.example/a.gif' })),
  saveGifChoice: row('player', 'NOT_PLAYING', () => ({ ...inRoom(), index: 1, round: 0 })),
  saveGifReceived: row('player', 'NOT_RECEIVED', () => ({ ...inRoom(), gifUrl: 'https://cdn.example/a.gif' })),
  finish: row('player', 'NOT_PLAYING', inRoom),
  declareWinner: row('player', 'NOT_VOTING', () => ({ ...inRoom(), winnerId: 0 })),
  getBattle: row('player', 'ROOM_NOT_FOUND', { roomId: NO_ROOM }),
}

export const SIGNALLING: Rows<MediaSignallingServiceService> = {
  getPeers: row('player', 'NOT_SEATED', { roomId: NO_ROOM }),
}

export const LIBRARY: Rows<LibraryServiceService> = {
  listRotation: row('service', 'ok', { category: 'default', knownVersion: '' }),
  getMedia: row('service', 'MEDIA_NOT_ALLOWED', {
    ...{ url: 'https://elsewhere.example/a.gif', range: '', ifNoneMatch: '', headOnly: true },
  }),
  saveGif: row('player', 'INVALID_FIELD', { commandId: SOME_COMMAND, gifUrl: '', thumbnail: '' }),
  getSave: row('player', 'NOT_FOUND', { commandId: SOME_COMMAND }),
  listSavedGifs: row('player', 'ok', {}),
  findSavedGif: row('player', 'NOT_IN_LIBRARY', { gifUrl: 'https://cdn.example/a.gif' }),
  hideSavedGif: row('player', 'NOT_IN_LIBRARY', { id: NO_ID }),
  listGifs: row('gifs.read', 'ok', { page: 1, pageSize: 10, category: '', state: GifState.UNSPECIFIED }),
  addGifs: row('gifs.manage', 'INVALID_FIELD', { urls: ['https://cdn.example/a.gif'], visible: false, tags: ['no such'] }),
  setGifState: row('gifs.manage', 'NOT_FOUND', { id: NO_ID, state: GifState.HIDDEN }),
  deleteGif: row('gifs.manage', 'NOT_FOUND', { id: NO_ID }),
  setGifHold: row('holds.manage', 'NOT_FOUND', { id: NO_ID, held: true, reason: 'asked for' }),
  findBrokenGifs: row('gifs.manage', 'ok', { limit: 1, offset: 100_000 }),
  scanAndDeleteGifs: row('gifs.manage', 'ok', { limit: 1, offset: 100_000 }),
  searchProvider: row('gifs.manage', 'INVALID_FIELD', { text: '' }),
  listProviderCategory: row('gifs.manage', 'INVALID_FIELD', { category: 'no such' }),
}

export const COMMERCE: Rows<CommerceServiceService> = {
  listCatalogue: row('service', 'ok', {}),
  createCheckout: row('player', 'CART_INVALID', { lines: [], email: 'a@example.com' }),
  verifyCheckout: row('player', 'ORDER_NOT_FOUND', { sessionId: 'none' }),
  getCheckoutForm: row('player', 'ORDER_NOT_FOUND', { sessionId: 'none' }),
  receiveNotification: row('service', 'SIGNATURE_INVALID', {
    ...{ provider: 'stripe', body: Buffer.from('{}'), signature: 'none' },
  }),
  getInventory: row('player', 'ok', {}),
  listOrders: row('player', 'ok', {}),
  holdItem: row('player', 'NO_WILD_CARDS', { key: 'access-table', item: Item.WILD_CARDS }),
  settleHold: row('service', 'ok', { key: 'access-table-none', outcome: HoldOutcome.RELEASE }),
  giftItems: row('items.gift', 'INVALID_FIELD', {
    ...{ giftId: SOME_COMMAND, accountId: NO_ID, item: Item.WILD_CARDS, units: 0, reason: 'none' },
  }),
}

const banFields = { reason: '', notes: '', evidenceJson: '' }
const page = { page: 1, pageSize: 25 }

export const MODERATION: Rows<ModerationServiceService> = {
  submitReport: row('player', 'NO_SUCH_ACCOUNT', { reportedId: NO_ID, category: 'abuse', reason: 'shouting' }),
  listOwnBans: row('also banned', 'ok', {}),
  openTicket: row('also banned', 'TICKET_FIELDS_REQUIRED', {
    ...{ subject: '', message: '', category: 'Account', priority: 'Normal' },
    ...{ relatedStripeEmail: '', relatedRoomId: '' },
  }),
  listOwnTickets: row('also banned', 'ok', {}),
  recordLines: row('service', 'ok', { lines: [] }),
  listReports: row('reports.read', 'ok', {
    ...{ q: '', status: '', category: '', reporterId: 0, reportedId: 0, sort: 'newest' },
    ...page,
  }),
  getReport: row('reports.read', 'REPORT_NOT_FOUND', { id: NO_ID }),
  updateReport: row('reports.decide', 'REPORT_NOT_FOUND', {
    ...{ id: NO_ID, category: undefined, status: 'reviewed', notes: undefined },
  }),
  reviewReport: row('reports.decide', 'REPORT_NOT_FOUND', { id: NO_ID, action: 'review', notes: undefined }),
  deleteReport: row('reports.delete', 'REPORT_NOT_FOUND', { id: NO_ID }),
  changeReports: row('reports.decide', 'ok', { ids: [NO_ID], op: 'status', status: 'reviewed' }),
  createBan: row('bans.set', 'NO_SUCH_ACCOUNT', { userId: NO_ID, scope: 'chat', durationMs: 1_000, ...banFields }),
  listBans: row('bans.read', 'ok', { limit: 25, offset: 0, userId: 0, scope: '', active: undefined }),
  findActiveBan: row('bans.read', 'ok', { userId: NO_ID, scope: '' }),
  liftBan: row('bans.lift', 'BAN_NOT_FOUND', { id: NO_ID, liftReason: '' }),
  liftAllBans: row('bans.lift', 'ok', { userId: NO_ID, scope: '', liftReason: '' }),
  deleteBan: row('bans.delete', 'BAN_NOT_FOUND', { id: NO_ID }),
  listTickets: row('tickets.read', 'ok', { q: '', resolved: undefined, category: '', priority: '', ...page }),
  updateTicket: row('tickets.answer', 'TICKET_NOT_FOUND', {
    ...{ id: NO_ID, resolved: true, message: undefined, note: undefined, append: false },
    ...{ answer: undefined, category: undefined, priority: undefined },
  }),
  getSubject: row('reports.read', 'NO_SUCH_ACCOUNT', { accountId: NO_ID }),
  placeHold: row('holds.manage', 'REPORT_NOT_FOUND', { kind: 'report', id: NO_ID, reason: 'asked for' }),
  releaseHold: row('holds.manage', 'ok', { kind: 'report', id: NO_ID }),
  listAudit: row('audit.read', 'ok', {
    ...{ before: 0, limit: 25, actor: '', action: '', subjectKind: '', subjectId: '', fromMs: 0, toMs: 0 },
  }),
  verifyAudit: row('audit.read', 'ok', { fromSeq: 0 }),
}

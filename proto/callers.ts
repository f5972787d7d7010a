import { HealthService } from './gen/grpc/health/v1/health.js'
import { AuthServiceService } from './gen/kla/auth/v1/auth.js'
import { CommerceServiceService } from './gen/kla/commerce/v1/commerce.js'
import { BattlePassServiceService } from './gen/kla/commerce/v1/pass.js'
import { GameEngineServiceService } from './gen/kla/engine/v1/engine.js'
import { StandingsServiceService } from './gen/kla/engine/v1/standings.js'
import { EvidenceServiceService } from './gen/kla/evidence/v1/evidence.js'
import { LibraryServiceService } from './gen/kla/library/v1/library.js'
import { DecisionsServiceService } from './gen/kla/moderation/v1/decisions.js'
import { DeskServiceService } from './gen/kla/moderation/v1/desk.js'
import { ModerationServiceService } from './gen/kla/moderation/v1/moderation.js'
import { OpinionsServiceService } from './gen/kla/moderation/v1/opinions.js'
import { PeopleServiceService } from './gen/kla/moderation/v1/people.js'
import { BlocksServiceService } from './gen/kla/rooms/v1/blocks.js'
import { CupsServiceService } from './gen/kla/rooms/v1/cups.js'
import { MatchmakingServiceService } from './gen/kla/rooms/v1/matchmaking.js'
import { MeetingsServiceService } from './gen/kla/rooms/v1/meetings.js'
import { RoomsServiceService } from './gen/kla/rooms/v1/rooms.js'
import { WatchingServiceService } from './gen/kla/rooms/v1/watching.js'
import { MediaSignallingServiceService } from './gen/kla/signalling/v1/signalling.js'
import { StreamServiceService } from './gen/kla/stream/v1/stream.js'

export const SERVICE_NAMES = [
  'auth',
  'rooms',
  'game-engine',
  'media-signalling',
  'library',
  'commerce',
  'moderation',
  'evidence',
  'gateway',
] as const
/** Name of a service, as in its folder. */
export type ServiceName = (typeof SERVICE_NAMES)[number]

/** Returns the URI in a certificate. */
export const identityOf = (service: ServiceName): string => `spiffe://kla/${service}`

const FINGERPRINT_DIGITS = 16

/** Name of an authority in metrics: the start of its certificate's SHA-256 fingerprint, as Node writes that. */
export const authorityNameOf = (fingerprint256: string): string =>
  fingerprint256.replaceAll(':', '').slice(0, FINGERPRINT_DIGITS).toLowerCase()

/** A gRPC service's server, and callers of each method. */
export interface ServedCalls {
  /** `every`: each process serves its own. */
  readonly by: ServiceName | 'every'
  readonly definition: Readonly<Record<string, { readonly path: string }>>
  readonly callers: Readonly<Record<string, readonly ServiceName[]>>
}

const served = <D extends ServedCalls['definition']>(
  by: ServedCalls['by'],
  definition: D,
  callers: { readonly [Method in keyof D]: readonly ServiceName[] },
): ServedCalls => ({ by, definition, callers })

const GATEWAY = ['gateway'] as const

/** Callers of every gRPC method: servers refuse others, and tests compare documents, network policies and clients. */
export const CALLS: readonly ServedCalls[] = [
  served('auth', AuthServiceService, {
    beginLogin: GATEWAY,
    completeLogin: GATEWAY,
    resolveSession: GATEWAY,
    resolveAccessToken: GATEWAY,
    checkSessions: GATEWAY,
    endSession: GATEWAY,
    attestAge: GATEWAY,
    setPlayerName: GATEWAY,
    suggestNames: GATEWAY,
    listOwnSessions: GATEWAY,
    endOwnSession: GATEWAY,
    endAllOwnSessions: GATEWAY,
    signInAdministrator: GATEWAY,
    resolveAdministrator: GATEWAY,
    endAdministratorSession: GATEWAY,
    beginPasskeySignIn: GATEWAY,
    signInWithPasskey: GATEWAY,
    beginStepUp: GATEWAY,
    stepUp: GATEWAY,
    beginPasskey: GATEWAY,
    addPasskey: GATEWAY,
    listPasskeys: GATEWAY,
    removePasskey: GATEWAY,
    renewRecoveryCodes: GATEWAY,
    listAdministratorSessions: GATEWAY,
    endOneAdministratorSession: GATEWAY,
    beginTotp: GATEWAY,
    confirmTotp: GATEWAY,
    changeOwnPassword: GATEWAY,
    liftAgeLock: GATEWAY,
    listAdministrators: GATEWAY,
    createAdministrator: GATEWAY,
    updateAdministrator: GATEWAY,
    askForAdministratorChange: GATEWAY,
    askForAdministrator: GATEWAY,
    listAdministratorApprovals: GATEWAY,
    approveAdministratorChange: GATEWAY,
    listMembers: GATEWAY,
    exportMembers: GATEWAY,
    listTopGuilds: GATEWAY,
    lookUpAccounts: ['gateway', 'moderation'],
    getPerson: GATEWAY,
    listAccountSessions: GATEWAY,
    revealEmail: GATEWAY,
    findPeople: GATEWAY,
    resolveNumbers: GATEWAY,
    findAvatar: GATEWAY,
    putRestrictions: ['moderation'],
    listRestrictions: GATEWAY,
  }),
  served('rooms', RoomsServiceService, {
    createRoom: GATEWAY,
    joinRoom: GATEWAY,
    lookAtRoom: GATEWAY,
    resumeSeat: GATEWAY,
    leaveRoom: GATEWAY,
    leaveAndBlock: GATEWAY,
    setReveal: GATEWAY,
    getRoom: ['gateway', 'game-engine', 'media-signalling'],
    reserveForPlay: ['game-engine'],
    listRooms: GATEWAY,
    reportConnectionsLost: GATEWAY,
    renewGateway: GATEWAY,
    findSeats: GATEWAY,
  }),
  served('rooms', MatchmakingServiceService, {
    findMatch: GATEWAY,
    cancelMatch: GATEWAY,
    answerMatch: GATEWAY,
    keepTickets: GATEWAY,
    dropTickets: GATEWAY,
    getActivity: GATEWAY,
  }),
  served('rooms', BlocksServiceService, {
    blockPlayer: GATEWAY,
    unblockPlayer: GATEWAY,
    listBlocks: GATEWAY,
    listApart: GATEWAY,
  }),
  served('rooms', MeetingsServiceService, {
    findMeeting: ['moderation'],
    listMet: GATEWAY,
    listMetOf: GATEWAY,
    countMet: ['moderation'],
    notePublicNames: ['game-engine'],
  }),
  served('rooms', CupsServiceService, {
    listCups: GATEWAY,
    getCup: GATEWAY,
    getNextTie: GATEWAY,
    enterCup: GATEWAY,
    withdrawFromCup: GATEWAY,
    checkIn: GATEWAY,
    bePresent: GATEWAY,
    listAllCups: GATEWAY,
    exportCups: GATEWAY,
    createCup: GATEWAY,
    updateCup: GATEWAY,
    setEntry: GATEWAY,
    seedCup: GATEWAY,
    startCup: GATEWAY,
    cancelCup: GATEWAY,
    listTies: GATEWAY,
    exportTies: GATEWAY,
    getTie: GATEWAY,
    judgeTie: GATEWAY,
    issueWatchPass: GATEWAY,
  }),
  served('rooms', WatchingServiceService, {
    watchRoom: GATEWAY,
    stopWatching: GATEWAY,
    allowSpectators: GATEWAY,
  }),
  served('game-engine', GameEngineServiceService, {
    readyUp: GATEWAY,
    chooseGif: GATEWAY,
    playWildCard: GATEWAY,
    saveGifChoice: GATEWAY,
    saveGifReceived: GATEWAY,
    finish: GATEWAY,
    declareWinner: GATEWAY,
    reportRepair: GATEWAY,
    getBattle: GATEWAY,
    getResult: GATEWAY,
    watchBattle: GATEWAY,
    listWildCards: GATEWAY,
    findPlayedBattle: ['moderation'],
  }),
  served('game-engine', StandingsServiceService, {
    getStandings: GATEWAY,
    listStandings: GATEWAY,
    exportStandings: GATEWAY,
    listCorrections: GATEWAY,
    exportCorrections: GATEWAY,
    listBattlesOf: GATEWAY,
    listOwnBattles: GATEWAY,
    correctStanding: GATEWAY,
    reverseCorrection: GATEWAY,
  }),
  served('media-signalling', MediaSignallingServiceService, {
    getPeers: GATEWAY,
    mintProbe: GATEWAY,
  }),
  served('library', LibraryServiceService, {
    listRotation: ['game-engine'],
    getMedia: GATEWAY,
    getAvatar: GATEWAY,
    saveGif: ['game-engine'],
    getSave: ['game-engine'],
    listSavedGifs: ['gateway', 'game-engine'],
    findSavedGif: ['game-engine'],
    hideSavedGif: GATEWAY,
    getLimits: GATEWAY,
    setLimits: GATEWAY,
    uniteLimits: ['game-engine'],
    setGifActs: GATEWAY,
    getGif: GATEWAY,
    listGifs: GATEWAY,
    exportGifs: GATEWAY,
    addGifs: GATEWAY,
    setGifState: GATEWAY,
    deleteGif: GATEWAY,
    changeGifs: GATEWAY,
    undoGifChange: GATEWAY,
    setGifHold: GATEWAY,
    findBrokenGifs: GATEWAY,
    scanAndDeleteGifs: GATEWAY,
    searchProvider: GATEWAY,
    listProviderCategory: GATEWAY,
  }),
  served('commerce', CommerceServiceService, {
    listCatalogue: GATEWAY,
    createCheckout: GATEWAY,
    verifyCheckout: GATEWAY,
    getCheckoutForm: GATEWAY,
    receiveNotification: GATEWAY,
    getInventory: GATEWAY,
    listOrders: GATEWAY,
    listOrdersOf: GATEWAY,
    holdItem: ['game-engine', 'library'],
    settleHold: ['game-engine', 'library'],
    giftItems: GATEWAY,
  }),
  served('commerce', BattlePassServiceService, {
    getPass: GATEWAY,
    getBattlePoints: GATEWAY,
    activatePass: GATEWAY,
    claimReward: GATEWAY,
    listSeasons: GATEWAY,
    putSeason: GATEWAY,
    publishSeason: GATEWAY,
    deleteSeason: GATEWAY,
  }),
  served('moderation', DeskServiceService, {
    listJobs: GATEWAY,
    exportJobs: GATEWAY,
    getJob: GATEWAY,
    claimJob: GATEWAY,
    renewClaim: GATEWAY,
    releaseJob: GATEWAY,
    getDesk: GATEWAY,
    setDuty: GATEWAY,
    leaveHandover: GATEWAY,
    takeBreak: GATEWAY,
    getRules: GATEWAY,
    setRule: GATEWAY,
  }),
  served('moderation', DecisionsServiceService, {
    previewDecision: GATEWAY,
    decide: GATEWAY,
    undoDecision: GATEWAY,
    listDecisions: GATEWAY,
    exportDecisions: GATEWAY,
    askForDecision: GATEWAY,
    listDecisionApprovals: GATEWAY,
    approveDecision: GATEWAY,
    listOwnDecisions: GATEWAY,
    openAppeal: GATEWAY,
    listAppeals: GATEWAY,
    exportAppeals: GATEWAY,
    decideAppeal: GATEWAY,
  }),
  served('moderation', OpinionsServiceService, {
    listOpinions: GATEWAY,
    getOpinion: GATEWAY,
    getOpinionReport: GATEWAY,
    giveOpinion: GATEWAY,
  }),
  served('moderation', PeopleServiceService, {
    getAccountReports: GATEWAY,
    listAccountBans: GATEWAY,
    listAccountNotes: GATEWAY,
    addAccountNote: GATEWAY,
    listAccountTickets: GATEWAY,
    listAccountHistory: GATEWAY,
  }),
  served('moderation', ModerationServiceService, {
    submitReport: GATEWAY,
    listOwnReports: GATEWAY,
    listOwnBans: GATEWAY,
    openTicket: GATEWAY,
    listOwnTickets: GATEWAY,
    replyToTicket: GATEWAY,
    lookAtTicket: GATEWAY,
    listCannedAnswers: GATEWAY,
    putCannedAnswer: GATEWAY,
    deleteCannedAnswer: GATEWAY,
    keepLines: GATEWAY,
    listReports: GATEWAY,
    exportReports: GATEWAY,
    getReport: GATEWAY,
    updateReport: GATEWAY,
    reviewReport: GATEWAY,
    deleteReport: GATEWAY,
    changeReports: GATEWAY,
    previewReportBatch: GATEWAY,
    closeReportBatch: GATEWAY,
    undoReportBatch: GATEWAY,
    askForReportDeletion: GATEWAY,
    listReportApprovals: GATEWAY,
    approveReportDeletion: GATEWAY,
    listDeletedReports: GATEWAY,
    restoreReport: GATEWAY,
    createBan: GATEWAY,
    getBan: GATEWAY,
    listBans: GATEWAY,
    exportBans: GATEWAY,
    findActiveBan: GATEWAY,
    liftBan: GATEWAY,
    liftAllBans: GATEWAY,
    deleteBan: GATEWAY,
    listTickets: GATEWAY,
    exportTickets: GATEWAY,
    updateTicket: GATEWAY,
    getTicket: GATEWAY,
    addReportNote: GATEWAY,
    addTicketNote: GATEWAY,
    addBanNote: GATEWAY,
    getSubject: GATEWAY,
    placeHold: GATEWAY,
    releaseHold: GATEWAY,
    askForHoldRelease: GATEWAY,
    listHoldApprovals: GATEWAY,
    approveHoldRelease: GATEWAY,
    listAudit: GATEWAY,
    exportAudit: GATEWAY,
    listAuditFilters: GATEWAY,
    verifyAudit: GATEWAY,
  }),
  served('evidence', EvidenceServiceService, {
    reserveEvidence: ['moderation'],
    putReportState: ['moderation'],
    storeEvidence: GATEWAY,
    describeEvidence: GATEWAY,
    requestOpening: GATEWAY,
    listOpenings: GATEWAY,
    approveOpening: GATEWAY,
    openEvidence: GATEWAY,
  }),
  // Each call within has its own row.
  served('every', StreamServiceService, { callStream: SERVICE_NAMES }),
  served('every', HealthService, { check: SERVICE_NAMES, watch: SERVICE_NAMES }),
]

const byPath = new Map(
  CALLS.flatMap(({ by, definition, callers }) =>
    Object.entries(definition).map(([method, { path }]) => [path, { by, callers: new Set(callers[method]) }] as const),
  ),
)

/** Finds a path such as "/kla.rooms.v1.RoomsService/GetRoom". */
export const callOf = (
  path: string,
): { readonly by: ServedCalls['by']; readonly callers: ReadonlySet<ServiceName> } | undefined => byPath.get(path)

/** Groups of actions in the order of the filter. */
export const AUDIT_GROUPS = [
  'Reports',
  'Jobs and decisions',
  'Bans',
  'Tickets',
  'People',
  'GIFs',
  'Cups',
  'Battle pass',
  'Standings',
  'Administrators',
  'Stills',
  'Audit log',
] as const
export type AuditGroup = (typeof AUDIT_GROUPS)[number]

/** Words for an action: complete without an object, or followed by the thing that it was done to. */
export interface AuditWords {
  group: AuditGroup
  alone: string
  before: string
}

const words = (
  group: AuditGroup,
  actions: Readonly<Record<string, readonly [alone: string, before: string]>>,
): [string, AuditWords][] =>
  Object.entries(actions).map(([action, [alone, before]]) => [action, { group, alone, before }])

/** Words for every action that services write; a test compares them. */
export const AUDIT_WORDS: ReadonlyMap<string, AuditWords> = new Map([
  ...words('Reports', {
    'reports.list': ['listed reports', 'listed reports of'],
    'reports.export': ['downloaded reports as CSV', 'downloaded reports of'],
    'reports.read': ['read a report', 'read'],
    'reports.deleted': ['listed deleted reports', 'listed deleted reports of'],
    'reports.update': ['changed a report', 'changed'],
    'reports.review': ['reviewed a report', 'reviewed'],
    'reports.note': ['added a note to a report', 'added a note to'],
    'reports.delete': ['deleted a report', 'deleted'],
    'reports.bulk': ['changed reports together', 'changed, with others,'],
    'batches.preview': ['looked at all reports by a person', 'looked at all reports by'],
    'batches.close': ['closed all reports by a person', 'closed all reports by'],
    'batches.undo': ['opened closed reports by a person again', 'opened again the reports by'],
    'reports.restore': ['restored a report', 'restored'],
    'reports.erase': ['erased a report for good', 'erased for good'],
    'reports.approval-ask': ['asked for a second person to delete reports', 'asked for a second person to delete'],
    'reports.approval-approve': ['approved deleting reports', 'approved deleting'],
    'holds.place': ['placed a hold', 'placed a hold on'],
    'holds.release': ['released a hold', 'released the hold on'],
  }),
  ...words('Jobs and decisions', {
    'jobs.list': ['listed jobs', 'listed jobs of'],
    'jobs.export': ['downloaded jobs as CSV', 'downloaded jobs of'],
    'jobs.read': ['read a job', 'read'],
    'jobs.claim': ['claimed a job', 'claimed'],
    'jobs.release': ['released a job', 'released'],
    'desk.duty': ['went on or off duty', 'went on or off duty for'],
    'desk.break': ['took a break', 'took a break for'],
    'desk.handover': ['left a handover note', 'left a handover note for'],
    'desk.rule': ['switched a rule of the queue', 'switched a rule of the queue for'],
    'decisions.list': ['read decisions', 'read decisions about'],
    'decisions.export': ['downloaded decisions as CSV', 'downloaded decisions about'],
    'decisions.preview': ['looked up what a rule suggests', 'looked up what a rule suggests for'],
    'decisions.decide': ['decided', 'decided about'],
    'decisions.undo': ['undid a decision', 'undid the decision about'],
    'decisions.erase': ['erased a decision for good', 'erased for good'],
    'decisions.approval-ask': ['asked for a second person to decide', 'asked for a second person to decide about'],
    'decisions.approval-approve': ["approved someone's decision", "approved someone's decision about"],
    'opinions.read': ['read the reports of a second opinion', 'read, for a second opinion, the reports about'],
    'opinions.give': ['gave a second opinion', 'gave a second opinion about'],
    'appeals.list': ['listed appeals', 'listed appeals of'],
    'appeals.export': ['downloaded appeals as CSV', 'downloaded appeals of'],
    'appeals.decide': ['decided an appeal', 'decided the appeal of'],
  }),
  ...words('Bans', {
    'bans.list': ['listed bans', 'listed bans of'],
    'bans.export': ['downloaded bans as CSV', 'downloaded bans of'],
    'bans.read': ['read a ban', 'read the ban of'],
    'bans.create': ['banned', 'banned'],
    'bans.extend': ['extended a ban', 'extended the ban of'],
    'bans.replace': ['replaced a ban', 'replaced the ban of'],
    'bans.lift': ['lifted a ban', 'lifted the ban of'],
    'bans.lift-all': ['lifted all bans', 'lifted all bans of'],
    'bans.delete': ['deleted a ban', 'deleted the ban of'],
    'bans.note': ['added a note to a ban', 'added a note to the ban of'],
    'bans.erase': ['erased a ban for good', 'erased for good'],
  }),
  ...words('Tickets', {
    'tickets.list': ['listed tickets', 'listed tickets of'],
    'tickets.export': ['downloaded tickets as CSV', 'downloaded tickets of'],
    'tickets.read': ['read a ticket', 'read'],
    'tickets.update': ['changed a ticket', 'changed'],
    'tickets.note': ['added a note to a ticket', 'added a note to'],
    'tickets.canned-put': ['saved a canned answer', 'saved'],
    'tickets.canned-delete': ['deleted a canned answer', 'deleted'],
  }),
  ...words('People', {
    'people.read': ['read this page', 'read the page of'],
    'people.search': ['searched for people', 'searched for'],
    'people.email': ['looked at the e-mail', 'looked at the e-mail of'],
    'people.erase-notes': ['erased the notes after their retention', 'erased the notes about'],
    'people.note': ['added a note', 'added a note about'],
    'subjects.read': ['read the history beside a report', 'read the history of'],
    'members.export': ['downloaded members as CSV', 'downloaded members with'],
    'members.list': ['listed members', 'listed members with'],
    'members.lift-age-lock': ['lifted the age lock', 'lifted the age lock of'],
    'guilds.list': ['listed guilds', 'listed guilds of'],
    'items.gift': ['gave items', 'gave items to'],
  }),
  ...words('GIFs', {
    'gifs.export': ['downloaded GIFs as CSV', 'downloaded GIFs with'],
    'gifs.add': ['added GIFs', 'added'],
    'gifs.state': ['changed the state of a GIF', 'changed the state of'],
    'gifs.acts': ['changed the acts of a GIF', 'changed the acts of'],
    'gifs.delete': ['deleted a GIF', 'deleted'],
    'gifs.restore': ['restored a GIF', 'restored'],
    'gifs.hold': ['changed the hold on a GIF', 'changed the hold on'],
    'gifs.scan': ['checked links of GIFs', 'checked the link of'],
  }),
  ...words('Cups', {
    'cups.export': ['downloaded cups or ties as CSV', 'downloaded ties of'],
    'cups.create': ['created a cup', 'created'],
    'cups.update': ['changed a cup', 'changed'],
    'cups.entry': ['changed an entry of a cup', 'changed an entry of'],
    'cups.seed': ['seeded a cup', 'seeded'],
    'cups.start': ['started a cup', 'started'],
    'cups.cancel': ['cancelled a cup', 'cancelled'],
    'cups.judge': ['judged a tie', 'judged a tie of'],
    'cups.watch': ['got a pass to watch a tie', 'got a pass to watch a tie of'],
    'cups.watch-begin': ['began to watch a tie', 'began to watch a tie of'],
    'cups.watch-end': ['stopped watching a tie', 'stopped watching a tie of'],
  }),
  ...words('Battle pass', {
    'pass.put': ['saved a season', 'saved'],
    'pass.publish': ['published a season', 'published'],
    'pass.delete': ['deleted a season', 'deleted'],
  }),
  ...words('Standings', {
    'standings.list': ['looked up standings', 'looked up the standings of'],
    'standings.export': ['downloaded standings as CSV', 'downloaded the standings of'],
    'standings.correct': ['corrected standings', 'corrected the standings of'],
    'standings.reverse': ['reversed a correction of standings', 'reversed a correction of the standings of'],
  }),
  ...words('Administrators', {
    'administrators.list': ['listed administrators', 'listed administrators with'],
    'administrators.sign-in': ['signed in', 'signed in as'],
    'administrators.create': ['created an administrator', 'created'],
    'administrators.update': ['changed an administrator', 'changed'],
    'administrators.totp': ['set up two-step sign-in', 'set up two-step sign-in for'],
    'administrators.password': ['set a password', 'set the password of'],
    'administrators.passkey-add': ['added a passkey', 'added a passkey for'],
    'administrators.passkey-remove': ['removed a passkey', 'removed a passkey of'],
    'administrators.recovery-use': ['used a recovery code', 'used a recovery code of'],
    'administrators.recovery-renew': ['renewed recovery codes', 'renewed the recovery codes of'],
    'administrators.sessions': ['listed sessions of the console', 'listed sessions of the console of'],
    'administrators.session-end': ['ended a session of the console', 'ended a session of'],
    'administrators.approval-ask': [
      'asked for a second person to change an administrator',
      'asked for a second person to change',
    ],
    'administrators.approval-approve': ['approved the change of an administrator', 'approved the change of'],
  }),
  ...words('Stills', {
    'evidence.ask': ['asked to open stills', 'asked to open the stills of'],
    'evidence.approve': ['approved opening stills', 'approved opening the stills of'],
    'evidence.open': ['opened stills, blurred', 'opened, blurred, the stills of'],
    'evidence.look': ['looked at sharp stills', 'looked at the sharp stills of'],
  }),
  ...words('Audit log', {
    'audit.list': ['read the audit log', 'read the audit log about'],
    'audit.export': ['downloaded the audit log as CSV', 'downloaded the audit log about'],
    'audit.verify': ['verified the audit log', 'verified the audit log about'],
  }),
])

/** What an administrator did; unknown actions keep their name, so that none is hidden. */
export const verbOf = (action: string): string => AUDIT_WORDS.get(action)?.alone ?? action

import type { Transaction } from '@kla/chassis'
import { type Cup, entryOf, isPaired, type SeededEntry, seededEntry, type Tie } from './rules/cup.js'
import { nextDeadline } from './rules/deadlines.js'
import { isChangeable } from './rules/verdicts.js'

type Listed = 'called' | 'running' | 'disputed' | 'over'

/** Columns of a tie, for lists. */
export interface TieLine {
  readonly tieId: string
  readonly listed: Listed
  readonly tie: Tie
  readonly playerA: SeededEntry | null
  readonly playerB: SeededEntry | null
  readonly openToVerdict: boolean
}

const COLUMNS = [
  'id',
  'name',
  'mode',
  'category',
  'capacity',
  'entered',
  'starts_at',
  'check_in_at',
  'phase',
  'champion_id',
  'champion',
  'champion_alias',
  'created_at',
  'ended_at',
  'deadline',
  'version',
  'record',
  'verdicts_until',
]

const INSERT = `INSERT INTO cups (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((_, at) => `$${at + 1}`).join(', ')})
  ON CONFLICT (id) DO NOTHING`
const ASSIGNED = COLUMNS.slice(1).map((column, at) => `${column} = $${at + 2}`)
const UPDATE = `UPDATE cups SET ${ASSIGNED.join(', ')} WHERE id = $1`

const time = (ms: number | undefined): Date | null => (ms ? new Date(ms) : null)

const valuesOf = (cup: Cup): unknown[] => [
  cup.id,
  cup.name,
  cup.mode,
  cup.category,
  cup.capacity,
  cup.entries.length,
  time(cup.startsAtMs),
  time(cup.checkInAtMs),
  cup.phase,
  cup.championId,
  entryOf(cup, cup.championId)?.username ?? '',
  entryOf(cup, cup.championId)?.alias ?? null,
  time(cup.createdAtMs),
  time(cup.endedAtMs),
  time(nextDeadline(cup)),
  cup.version,
  JSON.stringify(cup),
  time(cup.verdictsUntilMs),
]

export const insertCup = async (tx: Transaction, cup: Cup): Promise<boolean> =>
  (await tx.query(INSERT, valuesOf(cup))).rowCount === 1

/** Updates a cup and its ties; `nowMs` dates changed ties. */
export async function updateCup(tx: Transaction, before: Cup, cup: Cup, nowMs: number): Promise<void> {
  await tx.query(UPDATE, valuesOf(cup))
  await updatePlayers(tx, before, cup)
  await insertRooms(tx, before, cup)
  await updateTies(tx, before, cup, nowMs)
}

async function updatePlayers(tx: Transaction, before: Cup, cup: Cup): Promise<void> {
  const [had, has] = [playersOf(before), playersOf(cup)]
  const added = [...has].filter((player) => !had.has(player))
  const gone = [...had].filter((player) => !has.has(player))
  if (added.length > 0) {
    await tx.query('INSERT INTO cup_players (account_id, cup_id) SELECT unnest($1::bigint[]), $2', [added, cup.id])
  }
  if (gone.length > 0) {
    await tx.query('DELETE FROM cup_players WHERE account_id = ANY($1) AND cup_id = $2', [gone, cup.id])
  }
}

const playersOf = ({ phase, entries }: Cup): ReadonlySet<number> =>
  new Set(phase === 'open' || phase === 'running' ? entries.map(({ accountId }) => accountId) : [])

async function insertRooms(tx: Transaction, before: Cup, cup: Cup): Promise<void> {
  const known = new Set(before.ties.flatMap(({ rooms }) => rooms))
  const added = cup.ties.flatMap(({ id, rooms }) => rooms.filter((room) => !known.has(room)).map((room) => [room, id]))
  if (added.length === 0) return
  await tx.query('INSERT INTO cup_rooms (cup_id, room_id, tie_id) SELECT $1, * FROM unnest($2::uuid[], $3::text[])', [
    cup.id,
    added.map(([room]) => room),
    added.map(([, tie]) => tie),
  ])
}

async function updateTies(tx: Transaction, before: Cup, cup: Cup, nowMs: number): Promise<void> {
  const [had, has] = [tieLines(before), tieLines(cup)]
  const changed = [...has.values()].filter((line) => JSON.stringify(line) !== JSON.stringify(had.get(line.tieId)))
  const gone = [...had.keys()].filter((tieId) => !has.has(tieId))
  if (gone.length > 0) await tx.query('DELETE FROM cup_ties WHERE cup_id = $1 AND tie_id = ANY($2)', [cup.id, gone])
  if (changed.length === 0) return
  await tx.query(
    `INSERT INTO cup_ties (cup_id, tie_id, listed, changed_at, tie, player_a, player_b, open_to_verdict)
     SELECT $1, "tieId", listed, $2, tie, "playerA", "playerB", "openToVerdict"
     FROM jsonb_to_recordset($3::jsonb)
       AS line ("tieId" text, listed text, tie jsonb, "playerA" jsonb, "playerB" jsonb, "openToVerdict" boolean)
     ON CONFLICT (cup_id, tie_id) DO UPDATE SET
       listed = excluded.listed, changed_at = excluded.changed_at, tie = excluded.tie, player_a = excluded.player_a,
       player_b = excluded.player_b, open_to_verdict = excluded.open_to_verdict`,
    [cup.id, new Date(nowMs), JSON.stringify(changed)],
  )
}

const tieLines = (cup: Cup): ReadonlyMap<string, TieLine> =>
  new Map(cup.ties.filter(isPaired).map((tie) => [tie.id, lineOf(cup, tie)]))

export const lineOf = (cup: Cup, tie: Tie): TieLine => ({
  tieId: tie.id,
  listed: listedAs(cup, tie),
  tie,
  playerA: seededEntry(cup, tie.playerA),
  playerB: seededEntry(cup, tie.playerB),
  openToVerdict: isChangeable(cup, tie),
})

function listedAs({ phase }: Cup, { state }: Tie): Listed {
  if (phase !== 'running' || state === 'decided' || state === 'waiting') return 'over'
  return state === 'playing' ? 'running' : state
}

import { createHash, createHmac } from 'node:crypto'
import { ACT_TOKENS, UNLABELLED } from '@kla/proto/web'

/**
 * Bounds the odds that decoys leave an observer. Decoys are acts left out though no card says so; an observer sees
 * only which acts are out. Two independent draws make them:
 *
 * - **For each account**, an act is a decoy with probability 1/7, for two years: repeating battles does not average
 *   this out.
 * - **For each pair and day**, further acts with probability 1/16: two or three.
 *
 * No draw depends on cards. If an act was out of every one of some battles, the odds that it is on the other player's
 * card rise by 1 / P(out of all of them, though not on the card): by 5.1 after one battle or day, by at most 7 within
 * two years, and by at most {@link ODDS_FACTOR_MAX} if it may have been drawn again within a hundred days. Acts in a
 * battle were on neither card: that is not hidden.
 *
 * The engine skips decoys that the rotation needs (`withDecoys`), so common acts have less cover. Unlabelled GIFs are
 * drawn with probability 1/2, or they would show that neither card has a hard limit: their absence raises those odds
 * by at most 2.3 within a hundred days.
 */
export const ODDS_FACTOR_MAX = 8

const SHARES = { act: 1 / 7, unlabelled: 1 / 2, day: 1 / 16 } as const
const shareOf = (act: string): number => (act === UNLABELLED ? SHARES.unlabelled : SHARES.act)

const DAY_MS = 86_400_000
const EPOCH_DAYS = 730
const NUMBER_BYTES = 2
const NUMBERS = 2 ** (8 * NUMBER_BYTES)
const DRAWS = 15

const digestOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const stretched = (digest: Buffer, numbers: number): Buffer =>
  createHash('shake256', { outputLength: numbers * NUMBER_BYTES })
    .update(digest)
    .digest()

const numberAt = (digest: Buffer, at: number): number => digest.readUInt16BE(at * NUMBER_BYTES) / NUMBERS

/** Draws each act again every two years, at its own time. */
function drawnForAccount(key: Buffer, accountId: number, act: string, day: number): number {
  const digest = digestOf(key, `account:${accountId}:${act}`)
  const epoch = Math.floor(day / EPOCH_DAYS + numberAt(digest, 0))
  return numberAt(digest, 1 + (epoch % DRAWS)) / shareOf(act)
}

export const isAccountDecoy = (key: Buffer, accountId: number, act: string, day: number): boolean =>
  drawnForAccount(key, accountId, act, day) < 1

/**
 * Draws the same decoys for either order of accounts and all battles of a UTC day; none for a single account. Decoys of
 * the accounts come first: they matter more. The work depends on no card.
 */
export function drawDecoys(key: Buffer, accountIds: readonly number[], nowMs: number): readonly string[] {
  const accounts = [...new Set(accountIds)].sort((one, other) => one - other)
  if (accounts.length < 2) return []
  const day = Math.floor(nowMs / DAY_MS)
  const acts = [...ACT_TOKENS, UNLABELLED]
  const ofAccounts = acts
    .map((act) => ({ act, drawn: Math.min(...accounts.map((accountId) => drawnForAccount(key, accountId, act, day))) }))
    .filter(({ drawn }) => drawn < 1)
    .sort((one, other) => one.drawn - other.drawn)
    .map(({ act }) => act)
  const drawnToday = stretched(digestOf(key, `pair:${day}:${accounts.join(',')}`), acts.length)
  const ofDay = acts.filter((_act, at) => numberAt(drawnToday, at) < SHARES.day)
  return [...new Set([...ofAccounts, ...ofDay])]
}

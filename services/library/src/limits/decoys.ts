import { ACT_TOKENS, UNLABELLED } from '@kla/proto/web'
import { createHash, createHmac } from 'node:crypto'

/**
 * Acts that are left out of a battle although no card says so, so that an act's absence proves nothing.
 *
 * What an observer sees of a battle is which acts are out: those on a card, and the decoys. Two independent draws make them:
 *
 * - **For each account**, an act is a decoy with a probability of 1/7, for two years, wherever and with whomever that account
 *   plays. Repeating a battle, on one day or many, with one account or a hundred, does not average this draw out.
 * - **For each pair and day**, further acts with a probability of 1/16: two or three.
 *
 * No card goes into a draw, and each act is drawn on its own. So for an act that was out of every battle of some number, the odds
 * that it is on the other's card have risen by 1 / P(out of all of them, though not on the card): by 5.1 after one battle or one
 * day, by at most 7 after any number within two years, and by at most {@link ODDS_FACTOR_MAX} if an act may have been drawn anew
 * within a hundred days. An act that was in a battle was on neither card then: that is not hidden. An edit of a card changes no
 * draw: to limit an act that is a decoy, or to welcome it again, changes nothing that anybody sees.
 *
 * The engine passes over decoys that the rotation cannot do without (`withDecoys` in its rules), so acts that much of a category
 * shows have less cover there.
 *
 * GIFs that nobody has labelled are drawn like an act, more often (1/2): without that, they would show that neither card has a hard
 * limit. Their absence raises the odds that one has by at most 2.3 within a hundred days.
 */
export const ODDS_FACTOR_MAX = 8

const SHARES = { act: 1 / 7, unlabelled: 1 / 2, day: 1 / 16 } as const
const shareOf = (act: string): number => (act === UNLABELLED ? SHARES.unlabelled : SHARES.act)

const DAY_MS = 86_400_000
const EPOCH_DAYS = 730
/** Of 16 bits. */
const NUMBER_BYTES = 2
const NUMBERS = 2 ** (8 * NUMBER_BYTES)
/** What is left of a digest of 32 bytes after the first number: enough for 30 years. */
const DRAWS = 15

/** By SHA-256; `key` is 32 bytes. Whoever has it can tell decoys from limits. */
const digestOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const stretched = (digest: Buffer, numbers: number): Buffer =>
  createHash('shake256', { outputLength: numbers * NUMBER_BYTES }).update(digest).digest()

/** From 0 to below 1. */
const numberAt = (digest: Buffer, at: number): number => digest.readUInt16BE(at * NUMBER_BYTES) / NUMBERS

/** Each act of each account is drawn anew every two years, at a time of its own. Below 1: it is a decoy. */
function drawnForAccount(key: Buffer, accountId: number, act: string, day: number): number {
  const digest = digestOf(key, `account:${accountId}:${act}`)
  const epoch = Math.floor(day / EPOCH_DAYS + numberAt(digest, 0))
  return numberAt(digest, 1 + (epoch % DRAWS)) / shareOf(act)
}

export const isAccountDecoy = (key: Buffer, accountId: number, act: string, day: number): boolean =>
  drawnForAccount(key, accountId, act, day) < 1

/**
 * The same whichever account is first, and in every battle of a UTC day. None for one account, whose own card is no secret from
 * it. First those of the accounts, which matter more, in an order that is drawn too and stays as long. The work is the same whatever anybody's card says.
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

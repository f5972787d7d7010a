import { createHash, createHmac } from 'node:crypto'
import { ACT_TOKENS, UNLABELLED } from '@kla/proto/web'

/**
 * Bounds the odds that decoys leave an observer. Decoys are acts left out of a battle although no card says so, so that
 * an act's absence proves nothing. An observer sees only which acts are out: those on a card, and the decoys. Two
 * independent draws make them:
 *
 * - **For each account**, an act is a decoy with a probability of 1/7, for two years, in every battle of that account.
 *   Repeating battles, with one account or a hundred, does not average this draw out.
 * - **For each pair and day**, further acts with a probability of 1/16: two or three.
 *
 * No card goes into a draw, and each act is drawn separately. So if an act was out of every one of some battles, the
 * odds that it is on the other player's card rise by 1 / P(out of all of them, though not on the card): by 5.1 after
 * one battle or one day, by at most 7 after any number within two years, and by at most {@link ODDS_FACTOR_MAX} if an
 * act may have been drawn again within a hundred days. An act that was in a battle was on neither card then: that is
 * not hidden. Editing a card changes no draw: limiting a decoy, or welcoming it again, has no visible effect.
 *
 * The engine skips decoys that the rotation cannot do without (`withDecoys` in its rules), so acts that are common in a
 * category have less cover there. GIFs without labels are drawn like an act, more often (1/2): otherwise they would
 * show that neither card has a hard limit. Their absence raises the odds that one has by at most 2.3 within a hundred
 * days.
 */
export const ODDS_FACTOR_MAX = 8

const SHARES = { act: 1 / 7, unlabelled: 1 / 2, day: 1 / 16 } as const
const shareOf = (act: string): number => (act === UNLABELLED ? SHARES.unlabelled : SHARES.act)

const DAY_MS = 86_400_000
const EPOCH_DAYS = 730
/** Size of a drawn number: 16 bits. */
const NUMBER_BYTES = 2
const NUMBERS = 2 ** (8 * NUMBER_BYTES)
/** Numbers left in a digest of 32 bytes after the first one: enough for 30 years. */
const DRAWS = 15

/** HMAC-SHA256 with a key of 32 bytes, which tells decoys from limits. */
const digestOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const stretched = (digest: Buffer, numbers: number): Buffer =>
  createHash('shake256', { outputLength: numbers * NUMBER_BYTES })
    .update(digest)
    .digest()

/** Number from 0 to below 1. */
const numberAt = (digest: Buffer, at: number): number => digest.readUInt16BE(at * NUMBER_BYTES) / NUMBERS

/** Draws each act of each account again every two years, at its own time. Below 1, it is a decoy. */
function drawnForAccount(key: Buffer, accountId: number, act: string, day: number): number {
  const digest = digestOf(key, `account:${accountId}:${act}`)
  const epoch = Math.floor(day / EPOCH_DAYS + numberAt(digest, 0))
  return numberAt(digest, 1 + (epoch % DRAWS)) / shareOf(act)
}

export const isAccountDecoy = (key: Buffer, accountId: number, act: string, day: number): boolean =>
  drawnForAccount(key, accountId, act, day) < 1

/**
 * Draws the same decoys for either order of accounts and all battles of a UTC day. A single account has none. Those of
 * the accounts come first because they matter more, in a drawn but stable order. The work does not depend on any card.
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

import { createHash, randomUUID } from 'node:crypto'
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core'
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import type { Session } from '@kla/bots'
import {
  type CorrectionRequest,
  type OpeningView,
  type PackedStill,
  packEnvelope,
  packStills,
  PATCH,
  type ReportList,
  type ReportSubmission,
  type ReportSubmitted,
  SEALING_INFO,
  seasonOf,
  STILL,
  type StillsView,
} from '@kla/proto/web'
import type { AdministratorSession } from '../platform/accounts.js'

/** Stills that a report of the drill has. */
export const STILLS = 3

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** Reports a player and hands in sealed stills, as a browser does. Returns the report's id. */
export async function reportWithStills(
  administrator: AdministratorSession,
  reporter: Session,
  reported: Session,
): Promise<number> {
  const submission: ReportSubmission = { reportedId: reported.id, category: 'harassment', reason: 'Threatens me.' }
  const { evidence } = await json<ReportSubmitted>(reporter.request('/report', { method: 'POST', body: submission }))
  if (!evidence) throw new Error('the report takes no stills')
  const { evidenceKey } = await json<{ evidenceKey: string }>(reporter.request('/api/config'))
  const sealed = await seal(evidenceKey, evidence.url.slice(evidence.url.lastIndexOf('/') + 1))
  const stored = await fetch(new URL(evidence.url, reporter.url), {
    method: 'PUT',
    headers: { origin: reporter.url, cookie: reporter.cookie, 'content-type': 'application/octet-stream' },
    body: sealed,
  })
  if (!stored.ok) throw new Error(`the stills were refused: ${await stored.text()}`)
  const { results } = await json<ReportList>(administrator.request('/admin/reports/'))
  const [report] = results
  if (!report) throw new Error('the report is not listed')
  const review = { method: 'POST', body: { action: 'review', version: report.version } }
  await json(administrator.request(`/admin/reports/${report.id}/review`, review))
  return report.id
}

/** Adds a win to a player's figures; one entry of the audit log, which game-engine signs. */
export async function correctStanding(administrator: AdministratorSession, player: Session): Promise<void> {
  const body: CorrectionRequest = {
    id: randomUUID(),
    season: seasonOf(Date.now()),
    gamesWon: 1,
    gamesPlayed: 1,
    reason: 'For the drill.',
    userId: player.id,
  }
  await json(administrator.request('/admin/leaderboard/corrections', { method: 'POST', body }))
}

/** Opens a report's stills as two people do. Returns how many can be seen. */
export async function openStills(
  owner: AdministratorSession,
  deputy: AdministratorSession,
  reportId: number,
): Promise<number> {
  const asked = { method: 'POST', body: { reason: 'The drill looks at them.' } }
  const { id } = await json<OpeningView>(owner.request(`/admin/reports/${reportId}/evidence/openings`, asked))
  await json(deputy.request(`/admin/evidence/openings/${id}/approve`, { method: 'POST' }))
  const { stills } = await json<StillsView>(owner.request(`/admin/reports/${reportId}/evidence/stills?sharp=1`))
  return stills.length
}

async function seal(publicKey: string, token: string): Promise<Uint8Array<ArrayBuffer>> {
  const raw = Buffer.from(publicKey, 'base64url')
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.deserializePublicKey(bufferOf(raw)),
    info: bufferOf(Buffer.from(SEALING_INFO)),
  })
  const ciphertext = await sender.seal(packStills(someStills()).buffer, bufferOf(Buffer.from(token)))
  return packEnvelope({
    keyId: createHash('sha256').update(raw).digest().subarray(0, 8),
    encapsulated: new Uint8Array(sender.enc),
    ciphertext: new Uint8Array(ciphertext),
  })
}

const someStills = (): readonly PackedStill[] =>
  Array.from({ length: STILLS }, (_, at) => ({
    takenAtMs: Date.now() - (STILLS - at) * 1_000,
    patch: jpegOf(PATCH),
    still: jpegOf(STILL),
  }))

/** A JPEG by its headers alone, which is all that evidence reads. */
const jpegOf = ({ width, height }: { readonly width: number; readonly height: number }): Uint8Array =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc0, 0, 11, 8],
    ...[height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9],
  ])

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

async function json<T>(answering: Promise<Response>): Promise<T> {
  const response = await answering
  if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${await response.text()}`)
  return (await response.json()) as T
}

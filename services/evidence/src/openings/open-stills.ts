import { KlaError, type Logger } from '@kla/chassis'
import type { Still } from '@kla/proto'
import { unpackStills } from '@kla/proto/web'
import type { Unsealer } from '../shared/sealing.js'
import { damageOf, type SealedRow } from '../vault/index.js'

interface OpenStillsDeps {
  readonly unsealer: Unsealer
  readonly log: Logger
}

/** Returns patches unless `sharp`. Rejects with EVIDENCE_DAMAGED if any picture was altered. */
export async function openStills(
  rows: readonly SealedRow[],
  sharp: boolean,
  { unsealer, log }: OpenStillsDeps,
): Promise<Still[]> {
  const stills: Still[] = []
  for (const sealed of rows) {
    const { id: evidenceId, token } = sealed.row
    const fault = damageOf(sealed)
    if (fault) throw damaged({ evidenceId, fault }, log)
    const plaintext = await unsealer.open(sealed.sealed, token)
    if (plaintext === 'no-key') {
      log.error({ evidenceId }, 'the key to sealed stills is missing')
      throw new KlaError(
        'EVIDENCE_DAMAGED',
        "These stills can't be opened: their key isn't configured any more. Ask an operator to restore it.",
      )
    }
    const pictures = plaintext === 'unsound' ? undefined : unpackStills(plaintext)
    if (!pictures) throw damaged({ evidenceId }, log)
    for (const { takenAtMs, patch, still } of pictures) {
      const jpeg = sharp ? still : patch
      if (jpeg.length > 0) stills.push({ evidenceId, takenAtMs, jpeg: Buffer.from(jpeg) })
    }
  }
  return stills
}

function damaged(what: object, log: Logger): KlaError {
  log.error(what, 'sealed stills are damaged')
  return new KlaError('EVIDENCE_DAMAGED')
}

import { KlaError } from '@kla/chassis'
import { readFile } from 'node:fs/promises'

const WITHIN_MS = 30_000

/**
 * The text of a manifest in a file or at a web address. Rejects with UNAVAILABLE when its server cannot be reached or says
 * that it is not well (a status of 500 or more), with a plain error when the manifest is not there.
 */
export async function fetchManifest(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readFile(place, 'utf8')
  const response = await fetch(place, { signal: AbortSignal.timeout(WITHIN_MS) }).catch((error: unknown) => {
    throw new KlaError('UNAVAILABLE', `${place} cannot be reached`, { cause: error })
  })
  const problem = `${place} answers ${response.status}`
  if (response.status >= 500) throw new KlaError('UNAVAILABLE', problem)
  if (!response.ok) throw new Error(problem)
  return response.text()
}

import { readFile } from 'node:fs/promises'

const WITHIN_MS = 30_000

/** The text of a manifest in a file or at a web address. Rejects when it cannot be had. */
export async function fetchManifest(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readFile(place, 'utf8')
  const response = await fetch(place, { signal: AbortSignal.timeout(WITHIN_MS) })
  if (!response.ok) throw new Error(`${place} answers ${response.status}`)
  return response.text()
}

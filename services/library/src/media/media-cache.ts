import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** What an address held when it was fetched. */
export interface CachedMedia {
  /** Names the content: a hash of it. */
  readonly digest: string
  readonly contentType: string
  readonly size: number
  readonly fetchedAtMs: number
}

export interface MediaCache {
  /** What is kept of an address. */
  find(address: string): Promise<CachedMedia | undefined>
  /** Opens kept content; undefined if it had to make room. Once open it stays readable. */
  open(digest: string): Promise<FileHandle | undefined>
  /** Keeps a finished file, which is moved, for an address. */
  keep(address: string, path: string, contentType: string, nowMs: number): Promise<CachedMedia>
  /** A path for a file that is being made, on the same disk. */
  newPath(): string
  readonly bytes: number
}

/**
 * Files by their content, and notes on which address held which. Everything appears by renaming, so what is there is
 * whole; what was longest unused goes first when the sum of all sizes passes `maxBytes`.
 */
export async function openMediaCache(directory: string, maxBytes: number): Promise<MediaCache> {
  const folder = (name: string): string => join(directory, name)
  for (const name of ['content', 'addresses', 'work']) await mkdir(folder(name), { recursive: true })
  await removeAbandoned(folder('work'))
  const work = await mkdtemp(join(folder('work'), 'process-'))
  const contentPath = (digest: string): string => join(folder('content'), digest)
  const notePath = (address: string): string => join(folder('addresses'), `${sha256(address)}.json`)
  const newPath = (): string => join(work, randomUUID())

  // From the longest unused to the latest used.
  const sizes = new Map(await sizesByAge(folder('content')))
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)

  const use = (digest: string, size: number): void => {
    bytes += size - (sizes.get(digest) ?? 0)
    sizes.delete(digest)
    sizes.set(digest, size)
  }
  const forget = (digest: string): void => {
    bytes -= sizes.get(digest) ?? 0
    sizes.delete(digest)
  }
  const makeRoom = async (): Promise<void> => {
    for (const digest of sizes.keys()) {
      if (bytes <= maxBytes || sizes.size === 1) return
      forget(digest)
      await rm(contentPath(digest), { force: true })
    }
  }

  return {
    get bytes() {
      return bytes
    },
    newPath,
    async find(address) {
      const note = await readFile(notePath(address), 'utf8').catch(() => undefined)
      const media = note === undefined ? undefined : readNote(note)
      return media && sizes.has(media.digest) ? media : undefined
    },
    async open(digest) {
      const size = sizes.get(digest)
      const file = size === undefined ? undefined : await open(contentPath(digest)).catch(() => undefined)
      if (file && size !== undefined) use(digest, size)
      else forget(digest)
      return file
    },
    async keep(address, path, contentType, nowMs) {
      const { size } = await stat(path)
      const digest = await digestOf(path)
      await rename(path, contentPath(digest))
      use(digest, size)
      await makeRoom()
      const media: CachedMedia = { digest, contentType, size, fetchedAtMs: nowMs }
      const note = newPath()
      await writeFile(note, JSON.stringify(media))
      await rename(note, notePath(address))
      return media
    },
  }
}

// What a process that died has left; a living one creates files all the time.
const ABANDONED_AFTER_MS = 3_600_000

async function removeAbandoned(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    const path = join(work, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

// A machine that lost power may keep the name of a note without its content.
function readNote(text: string): CachedMedia | undefined {
  try {
    return JSON.parse(text) as CachedMedia
  } catch {
    return undefined
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex').slice(0, 40)
}

async function sizesByAge(folder: string): Promise<[digest: string, size: number][]> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, ...(await stat(join(folder, name))) })),
  )
  return files.sort((one, other) => one.atimeMs - other.atimeMs).map(({ name, size }) => [name, size])
}

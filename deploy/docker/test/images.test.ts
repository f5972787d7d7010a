import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Authority, createAuthority } from '@kla/testkit/certificates'
import { type Environment, isSent, replay, stagesOf } from './dockerfile.js'

const run = promisify(execFile)
// npm installs packages while other suites want the processor too.
const INSTALLING_MS = 240_000

const validity = { fromMs: Date.now() - 60_000, untilMs: Date.now() + 3_600_000 }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kla-images-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A root directory with these files. */
function rootWith(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), text)
  }
  return join(folder, name)
}

const STATUS = 'Package: busybox-static\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1:1.37.0-6\n'
const RELEASE = 'VERSION_ID="13"\nID=debian\n'

/** Name of the image, and its packages without their versions. */
function billIn(root: string): { image: string; packages: readonly string[] } {
  const bill = JSON.parse(readFileSync(join(root, 'sbom.cdx.json'), 'utf8')) as {
    readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
    readonly components: readonly { readonly purl: string }[]
  }
  const { name, version } = bill.metadata.component
  return { image: `${name}:${version}`, packages: bill.components.map(({ purl }) => purl.replace(/@[^@]*$/, '')) }
}

describe('services.Dockerfile', () => {
  const stages = stagesOf('services')

  test(
    'installs what a service runs on, and lists it',
    async () => {
      const root = join(folder, 'root')
      const system = rootWith('system', { 'var/lib/dpkg/status': STATUS, 'etc/os-release': RELEASE })
      await replay({
        stages,
        stage: 'listed',
        root,
        args: { WORKSPACE: 'services/auth', VERSION: '1.4.0' },
        given: { system },
      })

      const { image, packages } = billIn(root)
      expect(image).toBe('kla/auth:1.4.0')
      const some = ['pkg:npm/%40kla/chassis', 'pkg:npm/pg', 'pkg:generic/node', 'pkg:deb/debian/busybox-static']
      expect(packages).toEqual(expect.arrayContaining(some))
      expect(packages).not.toContain('pkg:npm/jest')
      const installed = join(root, 'installed/node_modules')
      expect(existsSync(join(installed, 'pg/package.json'))).toBe(true)
      expect(existsSync(join(installed, '.package-lock.json'))).toBe(false)
    },
    INSTALLING_MS,
  )
})

describe('web.Dockerfile', () => {
  const stages = stagesOf('web')

  test(
    'lists what the bundles are made of',
    async () => {
      const root = join(folder, 'root')
      const copier = rootWith('copier', { 'system/status': STATUS, 'system/os-release': RELEASE })
      await replay({ stages, stage: 'listed', root, args: { VERSION: '1.4.0' }, given: { copier } })

      const { image, packages } = billIn(root)
      expect(image).toBe('kla/web:1.4.0')
      expect(packages).toEqual(
        expect.arrayContaining(['pkg:npm/react', 'pkg:npm/%40kla/proto', 'pkg:deb/debian/busybox-static']),
      )
      expect(packages).not.toContain('pkg:npm/vite')
    },
    INSTALLING_MS,
  )

  test('keeps the assets of the release before', async () => {
    const root = rootWith('root', { 'web/app/index.html': 'new', 'web/app/assets/shop-2.js': 'two' })
    const previous = rootWith('previous', { 'web/app/index.html': 'old', 'web/app/assets/shop-1.js': 'one' })
    const kept = { from: '', instructions: [{ name: 'WORKDIR', text: '/app' }, ...stages.get('kept')!.instructions] }
    await replay({ stages: new Map([['kept', kept]]), stage: 'kept', root, args: {}, given: { previous } })

    expect(readFileSync(join(root, 'web/app/assets/shop-1.js'), 'utf8')).toBe('one')
    expect(readFileSync(join(root, 'web/app/index.html'), 'utf8')).toBe('new')
  })
})

describe.each(['services', 'web'])('an authority of your own in %s.Dockerfile', (dockerfile) => {
  const stages = stagesOf(dockerfile)
  const trusting = ({ NODE_EXTRA_CA_CERTS = '', ...args }: Environment): Promise<Environment> =>
    replay({ stages, stage: 'trusting', root: folder, args, given: {}, base: { NODE_EXTRA_CA_CERTS } })

  test('is trusted by Node and by apt', async () => {
    const authority = createAuthority(validity)
    const env = await trusting({ EXTRA_CA: authority.certificate })
    expect(await connectsTo(authority, env)).toBe(true)
    expect(readFileSync(env['APT_CONFIG'] ?? '', 'utf8')).toBe(`Acquire::https::CAInfo "${folder}/trust/ca.crt";\n`)
  })

  test('is trusted beside those that the base image names', async () => {
    const [ours, bases] = [createAuthority(validity), createAuthority(validity)]
    writeFileSync(join(folder, 'base.crt'), bases.certificate)
    const env = await trusting({ EXTRA_CA: ours.certificate, NODE_EXTRA_CA_CERTS: join(folder, 'base.crt') })
    expect([await connectsTo(ours, env), await connectsTo(bases, env)]).toEqual([true, true])
  })

  test('changes nothing when it is not given', async () => {
    const env = await trusting({})
    expect(await connectsTo(createAuthority(validity), env)).toBe(false)
    expect(readFileSync(env['APT_CONFIG'] ?? '', 'utf8')).toBe('')
  })

  test('reaches every stage that downloads something', () => {
    const downloads = [...stages].filter(([, { instructions }]) =>
      instructions.some(({ name, text }) => name === 'RUN' && /\b(npm ci|apt-get|native-sockets)\b/.test(text)),
    )
    const reached = ([name, { instructions }]: (typeof downloads)[number]): boolean =>
      ancestors(name).includes('trusting') || instructions.some(({ text }) => text.includes('EXTRA_CA'))
    expect(downloads.length).toBeGreaterThan(2)
    expect(downloads.filter((stage) => !reached(stage)).map(([name]) => name)).toEqual([])
  })

  const ancestors = (name: string): string[] => {
    const from = stages.get(name)?.from
    return from === undefined ? [] : [from, ...ancestors(from)]
  }
})

/** Whether Node with this environment trusts a server of `authority`. */
async function connectsTo(authority: Authority, env: Environment): Promise<boolean> {
  const { certificate, privateKey } = authority.issue('test:server', validity)
  const server = createServer({ cert: certificate, key: privateKey }, (socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const script = `require('node:tls').connect({ port: ${port}, host: '127.0.0.1', checkServerIdentity() {} }, () => process.exit(0))
    .on('error', ({ code }) => process.exit(/CERT|VERIFY/.test(code) ? 3 : 1))`
  try {
    await run(process.execPath, ['-e', script], { env })
    return true
  } catch (error) {
    if ((error as { code?: number }).code === 3) return false
    throw error
  } finally {
    server.close()
  }
}

describe('sbom.mjs', () => {
  test('leaves out what the build has removed', () => {
    const lock = {
      'services/tool': { name: '@kla/tool', version: '1.0.0', optionalDependencies: { kept: '1', removed: '1' } },
      'node_modules/kept': { version: '1.2.0', optional: true },
      'node_modules/removed': { version: '1.3.0', optional: true },
    }
    const root = rootWith('root', {
      'services/tool/package.json': JSON.stringify(lock['services/tool']),
      'node_modules/.package-lock.json': JSON.stringify({ packages: lock }),
      'node_modules/kept/package.json': '{}',
      'system/status': STATUS,
      'system/os-release': RELEASE,
    })
    const script = fileURLToPath(new URL('../sbom.mjs', import.meta.url))
    const options = [
      '--workspace=services/tool',
      '--version=1.4.0',
      `--system=${root}/system`,
      `--output=${root}/sbom.cdx.json`,
    ]
    const { status, stderr } = spawnSync(process.execPath, [script, ...options], { cwd: root, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(billIn(root).packages).toEqual(['pkg:npm/kept', 'pkg:deb/debian/busybox-static'])
  })
})

describe('build.mjs --ca', () => {
  const script = fileURLToPath(new URL('../build.mjs', import.meta.url))
  /** Docker's arguments, or what the script says when it does not come so far. */
  function build(ca: string): string {
    const bin = rootWith('bin', { docker: '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n', 'ca.pem': ca })
    spawnSync('chmod', ['+x', join(bin, 'docker')])
    const args = [script, '--tag', '1.4.0', '--only', 'auth', '--ca', join(bin, 'ca.pem')]
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    })
    return stdout + stderr
  }

  test('hands the certificate to every build', () => {
    const { certificate } = createAuthority(validity)
    expect(build(certificate)).toContain(`--build-arg\nEXTRA_CA=${certificate.trim()}\n`)
  })

  test.each([
    ['a file without a certificate', 'nothing', /contains no certificate in PEM/],
    [
      'a file with the authorities of the whole world',
      createAuthority(validity).certificate.repeat(200),
      /is too long/,
    ],
  ])('rejects %s with a sentence', (_, ca, says) => {
    expect(build(ca)).toMatch(says)
  })
})

describe('.dockerignore', () => {
  test('keeps out what a build must never see', () => {
    const kept = [
      '.git/config',
      'services/auth/.env',
      'deploy/docker/vendor/a.key',
      'deploy/e2e/src/x.ts',
      'services/auth/dist/main.js',
    ]
    expect(kept.filter(isSent)).toEqual([])
    expect(['deploy/docker/sbom.mjs', 'services/auth/src/main.ts', 'package.json'].filter(isSent)).toHaveLength(3)
  })
})

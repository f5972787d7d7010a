import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SHA = `sha256:${'a'.repeat(64)}`

let folder: string
let log: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kla-publish-test-'))
  log = join(folder, 'log')
  // Each stands for a tool of the runner: it notes its arguments and says what the tool would say.
  const tool = async (name: string, says: string): Promise<void> => {
    const file = join(folder, name)
    await writeFile(file, `#!/bin/sh\necho "${name} $*" >> "${log}"\n${says}\n`)
    await chmod(file, 0o755)
  }
  await tool(
    'docker',
    `case "$1 $2 $4" in
      "image inspect {{json .RepoDigests}}") echo "[\\"$5@${SHA}\\"]" | sed 's/:1.4.0@/@/' ;;
      "image inspect "*) echo 1000000 ;;
      "create "*) echo container ;;
      "login "*) cat > "${folder}/password" ;;
    esac`,
  )
  await tool('cosign', 'exit 0')
  await tool(
    'helm',
    `case "$1" in package) cp "$2/values.yaml" "${folder}/values.yaml" ;; push) echo "Digest: ${SHA}" >&2 ;; esac`,
  )
})
afterEach(() => rm(folder, { recursive: true }))

const run = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const PATH = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter)
    const env = { PATH, GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'games/kla', ...environment }
    const child = execFile(
      process.execPath,
      ['deploy/docker/publish.mjs', ...args],
      { cwd: ROOT, env },
      (_, out, error) => resolve({ code: child.exitCode ?? -1, said: out + error }),
    )
  })

describe('publish.mjs', () => {
  test('pushes, signs and attests every image and the chart, and writes the digests', async () => {
    const registry = 'registry.example.com/games'
    const { code, said } = await run(['--tag', 'v1.4.0', '--output', join(folder, 'out')], {
      KLA_REGISTRY: registry,
      REGISTRY_USER: 'me',
      REGISTRY_PASSWORD: 'hush',
    })
    expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' })
    const calls = (await readFile(log, 'utf8')).split('\n')
    const images = Object.keys(JSON.parse(await readFile(`${ROOT}deploy/docker/images.json`, 'utf8')) as object)
    expect(images).toHaveLength(11)
    for (const name of images) {
      const reference = `${registry}/kla/${name}@${SHA}`
      expect(calls).toContain(`docker push ${registry}/kla/${name}:1.4.0`)
      expect(calls).toContain(`cosign sign --yes ${reference}`)
      for (const type of ['cyclonedx', 'slsaprovenance1']) {
        expect(calls.filter((call) => call.includes(`--type ${type}`) && call.endsWith(` ${reference}`))).toHaveLength(
          1,
        )
      }
    }
    expect(calls.filter((call) => /^helm package .* --version 1\.4\.0 --app-version 1\.4\.0 /.test(call))).toHaveLength(
      1,
    )
    expect(calls).toContain(`cosign sign --yes ${registry}/charts/kla@${SHA}`)
    const expected = Object.fromEntries(images.map((name) => [name, SHA]))
    expect(parse(await readFile(join(folder, 'out/digests.yaml'), 'utf8'))).toEqual({ images: { digests: expected } })
    const values = parse(await readFile(join(folder, 'values.yaml'), 'utf8')) as { images: { digests: object } }
    expect(values.images.digests).toEqual(expected)
    expect(await readFile(join(folder, 'password'), 'utf8')).toBe('hush')
    expect(calls.join('\n')).not.toContain('hush')
  }, 60_000)

  test.each([
    [['--tag', 'latest'], '--tag must be a version'],
    [['--tag', '1.4.0'], 'no registry'],
  ])('refuses %p before it builds anything', async (args, message) => {
    const { code, said } = await run(args)
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(message) })
    await expect(readFile(log)).rejects.toThrow()
  })
})

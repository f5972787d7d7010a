import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from '@jest/globals'
import { findPromtool, RULE_TESTS, RULES } from '@kla/observability'

const run = promisify(execFile)
const promtool = await findPromtool()
if (promtool === undefined) {
  console.warn(
    'SKIPPED: promtool is not here, so nobody has tried when alerts fire. Build it (minutes, once): npm run promtool',
  )
}
const testWithPromtool = promtool === undefined ? test.skip : test

async function yamlFiles(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'))
  return files.map((file) => fileURLToPath(new URL(file, folder)))
}

testWithPromtool('Prometheus reads the rules', async () => {
  await run(promtool ?? '', ['check', 'rules', '--lint=all', '--lint-fatal', ...(await yamlFiles(RULES))])
})

testWithPromtool(
  'alerts fire when they should, and only then',
  async () => {
    await run(promtool ?? '', ['test', 'rules', ...(await yamlFiles(RULE_TESTS))])
  },
  120_000,
)

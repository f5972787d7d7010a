// Takes minutes, once.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { builtPromtool, findPromtool, PROMTOOL_SOURCE } from './dist/index.js'

const there = await findPromtool()
if (there === undefined) {
  const target = await builtPromtool()
  mkdirSync(dirname(target), { recursive: true })
  // Service discovery is nine tenths of the code.
  const flags = ['-tags', 'remove_all_sd', '-trimpath', '-ldflags', '-s -w']
  const args = ['build', ...flags, '-o', target, 'github.com/prometheus/prometheus/cmd/promtool']
  execFileSync('go', args, { cwd: PROMTOOL_SOURCE, stdio: 'inherit', env: { ...process.env, CGO_ENABLED: '0' } })
}
console.log(there ?? (await builtPromtool()))

// The bench's own tests, which `npm test` leaves out: npm run test:bench [-- pattern]
import { checkNode, ensureBuilt, ensurePackages, run } from '../local/bootstrap.mjs'
import { buildBench } from './build.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
await buildBench()
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']
const args = ['--config', 'deploy/bench/jest.config.mjs', '--maxWorkers=1', ...process.argv.slice(2)]
await run(process.execPath, [...jest, ...args], 'The tests of the bench failed.')

// The bench's own tests, which `npm test` leaves out: npm run test:bench [-- pattern]
import { build, checkNode, ensureBuilt, ensurePackages, run } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
await build(['deploy/bench'])
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']
const args = ['--config', 'deploy/bench/jest.config.mjs', '--maxWorkers=1', ...process.argv.slice(2)]
await run(process.execPath, [...jest, ...args], 'The tests of the bench failed.')

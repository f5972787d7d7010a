import { readFileSync } from 'node:fs'

const { compilerOptions } = JSON.parse(readFileSync(new URL('tsconfig.sources.json', import.meta.url), 'utf8'))
const sources = Object.entries(compilerOptions.paths).map(([name, [path]]) => [
  `^${name}$`,
  path.replace('.', '<rootDir>'),
])

/** Processes that tests start run what `npm run build:services` made; tests themselves run the sources. */
export default {
  testMatch: ['<rootDir>/{proto,services,deploy,frontend}/**/test/**/*.test.ts?(x)'],
  // `npm run test:bench` runs the bench's tests.
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/deploy/bench/'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.local/'],
  // Temporary files end with a run.
  cacheDirectory: '<rootDir>/.local/jest',
  testEnvironment: 'node',
  testTimeout: 30_000,
  testRunner: '<rootDir>/deploy/local/suites/runner.mjs',
  testSequencer: '<rootDir>/deploy/local/jest-sequencer.mjs',
  globalSetup: '<rootDir>/deploy/local/jest-infrastructure.mjs',
  globalTeardown: '<rootDir>/deploy/local/jest-teardown.mjs',
  // Only for --findRelatedTests: the runner leaves loading to Node.
  resolver: '<rootDir>/jest.resolver.cjs',
  moduleNameMapper: Object.fromEntries(sources),
  transform: {},
  // Stopped gateways stay in memory: their native servers are never freed.
  workerIdleMemoryLimit: '1GB',
}

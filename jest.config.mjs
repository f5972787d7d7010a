const workspace = (name, path) => [`^@kla/${name}$`, `<rootDir>/${path}`]

/** Processes that tests start run what `npm run build:services` made. */
export default {
  testMatch: ['<rootDir>/{proto,services,deploy,frontend}/**/test/**/*.test.ts?(x)'],
  // `npm run test:bench` runs the bench's tests.
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/deploy/bench/'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.local/'],
  // Temporary files end with a run.
  cacheDirectory: '<rootDir>/.local/jest',
  testEnvironment: '<rootDir>/deploy/local/jest-environment.mjs',
  testTimeout: 30_000,
  // Jest leaks modules; large heaps slow garbage collection.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/deploy/local/jest-sequencer.mjs',
  globalSetup: '<rootDir>/deploy/local/jest-infrastructure.mjs',
  globalTeardown: '<rootDir>/deploy/local/jest-teardown.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  resolver: '<rootDir>/jest.resolver.cjs',
  moduleNameMapper: Object.fromEntries([
    workspace('proto', 'proto/index.ts'),
    workspace('proto/callers', 'proto/callers.ts'),
    workspace('proto/web', 'proto/web/index.ts'),
    workspace('proto/names', 'proto/names/index.ts'),
    workspace('proto/schemas', 'proto/web/schemas.ts'),
    workspace('chassis', 'services/chassis/src/index.ts'),
    workspace('testkit', 'services/testkit/src/index.ts'),
    workspace('local', 'deploy/local/src/index.ts'),
    workspace('local/tools', 'deploy/local/src/tools.ts'),
    workspace('testkit/accessibility', 'services/testkit/src/accessibility.ts'),
    workspace('testkit/certificates', 'services/testkit/src/certificates.ts'),
    workspace('testkit/containers', 'services/testkit/src/containers.ts'),
    workspace('testkit/eventually', 'services/testkit/src/eventually.ts'),
    workspace('bots', 'deploy/bots/src/index.ts'),
    workspace('cluster', 'deploy/cluster/src/index.ts'),
    workspace('observability', 'deploy/observability/src/index.ts'),
  ]),
  transform: {
    '\\.css$': '<rootDir>/jest.css.cjs',
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
}

import base from '../../jest.config.mjs'

export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/deploy/bench/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
}

const service = '^services/(auth|rooms|game-engine|media-signalling|library|gateway|commerce|moderation)/src'
const consoleScreen =
  '^frontend/src/console/(signin|reports|bans|members|support|gif-control|audit|administrators|account|' +
  'leaderboard-editor|cup-creator|cup-verification|cup-streams|battle-pass-editor)/'

/** Which way imports may point. The map in README.md says why. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'services-apart',
      comment: 'Services meet in the contract, never in each other.',
      severity: 'error',
      from: { path: service },
      to: { path: '^services/([^/]+)/', pathNot: ['^services/$1/', '^services/chassis/'] },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules import rules and the contract, nothing else.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/domain/' },
      to: { pathNot: ['^services/$1/src/domain/', '^proto/'] },
    },
    {
      name: 'one-composition-root',
      comment: 'Concrete stores and clients are named in service.ts and beside themselves; the rest may know their types.',
      severity: 'error',
      from: { path: service, pathNot: ['/src/(service|migrate|seed|verify-audit|reencrypt-secrets|compose-[a-z]+|rebuild-[a-z]+)\\.ts$', '/src/(store|clients)/'] },
      to: { path: '^services/[^/]+/src/(store|clients)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'chassis-knows-no-service',
      severity: 'error',
      from: { path: '^services/chassis/src' },
      to: { path: '^(services/(?!chassis/)|deploy|frontend)' },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^proto/' },
      to: { path: '^(services|deploy|frontend)/' },
    },
    {
      name: 'web-is-browser-safe',
      severity: 'error',
      from: { path: '^proto/web/' },
      to: { pathNot: ['^proto/web/', 'node_modules/typebox/'] },
    },
    {
      name: 'frontend-knows-only-the-web-contract',
      severity: 'error',
      from: { path: '^frontend/src' },
      to: { path: '^(services|deploy|proto/(?!web/|dist/web/))' },
    },
    {
      name: 'features-apart',
      comment: 'What two features share moves to lib, components or the app.',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/([^/]+)/', pathNot: ['^frontend/src/features/$1/'] },
    },
    {
      name: 'parts-know-no-features',
      severity: 'error',
      from: { path: '^frontend/src/(components|lib|config)/' },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'player-knows-no-console',
      comment: 'The console is a bundle of its own; the player app contains nothing of it.',
      severity: 'error',
      from: { path: '^frontend/src/(?!console/)' },
      to: { path: '^frontend/src/console/' },
    },
    {
      name: 'console-knows-no-player',
      severity: 'error',
      from: { path: '^frontend/src/console/' },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'console-screens-apart',
      comment: 'What two screens share is a part of its own beside them.',
      severity: 'error',
      from: { path: consoleScreen },
      to: { path: consoleScreen, pathNot: ['^frontend/src/console/$1/'] },
    },
    {
      name: 'console-kit-knows-no-screens',
      severity: 'error',
      from: { path: '^frontend/src/console/kit/' },
      to: { path: '^frontend/src/console/(?!kit/)' },
    },
    {
      name: 'console-parts-know-no-screens',
      severity: 'error',
      from: { path: '^frontend/src/console/(api|session|subjects|banning|holds|totp|cups)/' },
      to: { path: ['^frontend/src/console/app/', consoleScreen] },
    },
    {
      name: 'product-knows-no-stand-ins',
      severity: 'error',
      from: { path: service },
      to: { path: '^(deploy|services/testkit)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist(-console)?/', '/test/', '^proto/gen/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    tsConfig: { fileName: 'tsconfig.depcruise.json' },
  },
}

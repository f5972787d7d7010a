const service = '^services/(auth|rooms|game-engine|media-signalling|library|commerce|moderation|evidence)/src'
const product = '^services/(auth|rooms|game-engine|media-signalling|library|gateway|commerce|moderation|evidence)/src'
/** What may stand beside the modules of a service: its processes, its settings and its composition root. */
const entry = '(main|service|config|migrate|seed|(verify|reencrypt|rebuild|prune)-[a-z-]+)\\.ts$'

/** Layers of the gateway's socket code; each imports only the ones before it. */
const socketLayers = ['accounts', 'overload', 'rooms', 'connection', 'pipeline', '(lobby|matchmaking)', 'events']
const sockets = '^services/gateway/src/ws/'

/** Rules of the directions in which imports may point; docs/architecture.md explains them. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'services-apart',
      comment: 'Services meet in the contract, never in each other.',
      severity: 'error',
      from: { path: product },
      to: { path: '^services/([^/]+)/', pathNot: ['^services/$1/', '^services/chassis/'] },
    },
    {
      name: 'product-knows-no-stand-ins',
      severity: 'error',
      from: { path: '^services/[^/]+/src' },
      to: { path: '^deploy/' },
    },
    {
      name: 'product-knows-no-testkit',
      severity: 'error',
      from: { path: ['^services/(?!testkit/)[^/]+/src'] },
      to: { path: '^services/testkit/' },
    },
    {
      name: 'only-entries-beside-modules',
      comment:
        'Everything that is not an entry point, the settings or the composition root is in a module or in shared/.',
      severity: 'error',
      from: {},
      to: { path: `${service}/[^/]+\\.ts$`, pathNot: `${service}/${entry}` },
    },
    {
      name: 'modules-by-index',
      comment: 'A module is imported by its index.ts alone.',
      severity: 'error',
      from: {
        path: '^services/(auth|rooms|game-engine|media-signalling|library|commerce|moderation|evidence)/src/([^/]+)/',
      },
      to: {
        path: '^services/$1/src/[^/]+/',
        pathNot: ['^services/$1/src/$2/', '^services/$1/src/shared/', '^services/[^/]+/src/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'entries-use-indexes',
      severity: 'error',
      from: { path: `${service}/${entry}` },
      to: { path: `${service}/[^/]+/`, pathNot: ['/index\\.ts$', '/src/shared/'] },
    },
    {
      name: 'shared-knows-no-module',
      severity: 'error',
      from: {
        path: '^services/(auth|rooms|game-engine|media-signalling|library|commerce|moderation|evidence)/src/shared/',
      },
      to: { path: '^services/$1/src/', pathNot: '^services/$1/src/shared/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules import rules, the contract and types, nothing else.',
      severity: 'error',
      from: { path: `${service}/.*rules(/|\\.ts$)` },
      to: { pathNot: ['^services/[^/]+/src/.*rules(/|\\.ts$)', '^proto/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-made-in-one-place',
      comment: 'Stores and clients are made by their module or by service.ts; the rest may know their types.',
      severity: 'error',
      from: {
        path: service,
        pathNot: [`${service}/${entry}`, `${service}/[^/]+/index\\.ts$`, '/src/.*(store|client)'],
      },
      to: { path: `${service}/[^/]+/[^/]*(store|client)[^/]*(\\.ts$|/)`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'gateway-http-knows-no-sockets',
      severity: 'error',
      from: { path: '^services/gateway/src/(http|shared)/' },
      to: { path: '^services/gateway/src/ws/' },
    },
    {
      name: 'gateway-sockets-know-no-http',
      severity: 'error',
      from: { path: '^services/gateway/src/(ws|shared)/' },
      to: { path: '^services/gateway/src/http/' },
    },
    ...socketLayers.map((layer, at) => ({
      name: `gateway-sockets-in-layers-${at + 1}`,
      comment: `The order is ${socketLayers.join(', ')}; realtime.ts composes them.`,
      severity: 'error',
      from: { path: `${sockets}${layer}/` },
      to: {
        path: [
          ...socketLayers.slice(at + 1).map((later) => `${sockets}${later}/`),
          `${sockets}(realtime|ban-enforcement)\\.ts$`,
        ],
      },
    })),
    {
      name: 'gateway-resources-apart',
      comment:
        'Files of one resource begin with the same word; what two resources share lies beside player/ and console/.',
      severity: 'error',
      from: { path: '^services/gateway/src/http/(player|console)/([a-z]+)' },
      to: { path: '^services/gateway/src/http/(player|console)/', pathNot: '^services/gateway/src/http/$1/$2[.-]' },
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
      name: 'names-are-for-services',
      comment: 'Their tables are heavy, and the server decides.',
      severity: 'error',
      from: { path: '^(frontend/src|proto/(?!names/))' },
      to: { path: '^proto/(dist/)?names/' },
    },
    {
      name: 'schemas-are-for-the-edge',
      comment: 'Their library is slow to load. Others take types, limits and words from the index.',
      severity: 'error',
      from: { path: '^(services/(?!gateway/)|frontend/src|proto/web/index)' },
      to: { path: '^proto/web/schemas', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'frontend-knows-only-the-web-contract',
      severity: 'error',
      from: { path: '^frontend/src' },
      to: { path: '^(services|deploy|proto/(?!web/|dist/web/))' },
    },
    {
      name: 'shared-knows-nothing-above',
      comment: 'app and console stand on features, features on entities, entities on shared.',
      severity: 'error',
      from: { path: '^frontend/src/shared/' },
      to: { path: '^frontend/src/(entities|features|app|console)/' },
    },
    {
      name: 'entities-know-no-features',
      severity: 'error',
      from: { path: '^frontend/src/entities/' },
      to: { path: '^frontend/src/(features|app|console)/' },
    },
    {
      name: 'features-apart',
      comment: 'What two features share is an entity or is in shared/.',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/(features|app|console)/', pathNot: ['^frontend/src/features/$1/'] },
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
      comment: 'What two screens share is in console/entities or console/kit.',
      severity: 'error',
      from: { path: '^frontend/src/console/([^/]+)/', pathNot: '^frontend/src/console/app/' },
      to: { path: '^frontend/src/console/[^/]+/', pathNot: ['^frontend/src/console/($1|kit|entities|styles)/'] },
    },
    {
      name: 'console-kit-knows-no-screens',
      severity: 'error',
      from: { path: '^frontend/src/console/kit/' },
      to: { path: '^frontend/src/console/(?!kit/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist(-console)?/', '/test/', '^proto/gen/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    tsConfig: { fileName: 'tsconfig.sources.json' },
  },
}

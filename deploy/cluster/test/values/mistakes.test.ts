import { expect } from '@jest/globals'
import { complaintAbout, describeWithHelm, testWithHelm, valueSet } from '../with-helm.js'

interface Case {
  readonly what: string
  readonly set: readonly string[]
}

/** What people get wrong, and the sentence that tells them. */
const MISTAKES: readonly (Case & { readonly says: RegExp })[] = [
  { what: 'a value that does not exist', set: ['replicas=3'], says: /additional properties 'replicas' not allowed/ },
  {
    what: 'a misspelt value',
    set: ['site.publicURL="https://a.example.com"'],
    says: /at '\/site': additional properties 'publicURL'/,
  },
  {
    what: 'a misspelt service',
    set: ['services.game_engine={}'],
    says: /at '\/services': additional properties 'game_engine'/,
  },
  { what: 'the tag latest', set: ['images.tag="latest"'], says: /at '\/images\/tag'/ },
  { what: 'a number as a tag', set: ['images.tag=1.4'], says: /at '\/images\/tag': got number, want string/ },
  {
    what: 'an address with a slash at the end',
    set: ['site.publicUrl="https://a.example.com/"'],
    says: /at '\/site\/publicUrl'/,
  },
  { what: 'an address without https:', set: ['site.publicUrl="a.example.com"'], says: /at '\/site\/publicUrl'/ },
  {
    what: 'cookies over plain HTTP on an https site',
    set: ['site.cookieSecure=false'],
    says: /at '\/site\/cookieSecure'/,
  },
  { what: 'a share as percent', set: ['tracing.samplingRatio=5'], says: /at '\/tracing\/samplingRatio': maximum/ },
  { what: 'a level that pino does not have', set: ['logLevel="warning"'], says: /at '\/logLevel'/ },
  { what: 'a Secret without a name', set: ['secrets.redis=""'], says: /at '\/secrets\/redis'/ },
  {
    what: 'a secret itself in place of its name',
    set: ['secrets.redis="redis://:pw@redis:6379"'],
    says: /at '\/secrets\/redis'/,
  },
  {
    what: 'a secret among the plain variables',
    set: ['services.auth.env={"DISCORD_CLIENT_SECRET":"x"}'],
    says: /invalid propertyName 'DISCORD_CLIENT_SECRET'/,
  },
  {
    what: 'no memory limit',
    set: ['defaults.resources.limits.memory=null'],
    says: /at '\/defaults\/resources\/limits': missing property 'memory'/,
  },
  {
    what: 'a port of nodes on a Service that has none',
    set: ['services.gateway.service.nodePort=30080'],
    says: /set services\.gateway\.service\.type to NodePort or LoadBalancer/,
  },
  {
    what: 'a class of load balancer without one',
    set: ['services.gateway.service.loadBalancerClass="example.com/nlb"'],
    says: /only a Service of the type LoadBalancer has one/,
  },
  {
    what: 'a policy for traffic from outside on a Service that takes none',
    set: ['services.gateway.service.externalTrafficPolicy="Local"'],
    says: /externalTrafficPolicy \(Local\): a Service of the type ClusterIP has none/,
  },
  {
    what: 'a way in to a service that no player reaches',
    set: ['services.auth.service={"type":"NodePort"}'],
    says: /at '\/services\/auth\/service'/,
  },
  {
    what: 'a negative number of pods',
    set: ['services.rooms.autoscaling.minReplicas=-1'],
    says: /at '\/services\/rooms\/autoscaling\/minReplicas'/,
  },
  {
    what: 'a text as a number of pods',
    set: ['services.rooms.autoscaling.minReplicas="3"'],
    says: /at '\/services\/rooms\/autoscaling\/minReplicas': got string/,
  },
  {
    what: 'a budget that lets no pod go',
    set: ['defaults.podDisruptionBudget.maxUnavailable=0'],
    says: /podDisruptionBudget\/maxUnavailable/,
  },
  {
    what: 'more pods at least than at most',
    set: ['services.rooms.autoscaling.minReplicas=99'],
    says: /minReplicas \(99\) is more than maxReplicas/,
  },
  {
    what: 'a metric that the service does not have',
    set: ['services.auth.autoscaling.targets={"sockets":5}'],
    says: /this service has no such metric/,
  },
  {
    what: 'engines for lateness',
    set: ['services.game-engine.autoscaling.targets={"phaseLatenessSeconds":0.15}'],
    says: /lateness adds no pods any more.*KlaPhasesLate/,
  },
  { what: 'a name that Services cannot have', set: ['fullnameOverride="4kla"'], says: /at '\/fullnameOverride'/ },
  {
    what: 'a name that is too long for CronJobs',
    set: [`fullnameOverride="${'k'.repeat(35)}"`],
    says: /has 35 characters.*set fullnameOverride to a name of at most 34/,
  },
  {
    what: 'a metrics source that does not exist',
    set: ['autoscaling.metrics="prometheus"'],
    says: /at '\/autoscaling\/metrics'/,
  },
  {
    what: 'a pod that is killed while it finishes',
    set: ['services.rooms.shutdown.graceSeconds=20'],
    says: /graceSeconds \(20\) must be more than/,
  },
  {
    what: 'a gateway that drains longer than it lives',
    set: ['drainMs=300000'],
    says: /must be at least 10000 more than drainMs/,
  },
  { what: 'a rollout that cannot begin', set: ['services.rooms.rollout.maxSurge=0'], says: /both 0/ },
  {
    what: 'gateways that drain at the same time',
    set: ['services.gateway.rollout.minReadySeconds=15'],
    says: /minReadySeconds \(15\) must be as long as/,
  },
  ...['maxSurge="50%"', 'maxUnavailable=1'].map((value) => ({
    what: `gateways that a rollout stops together (${value})`,
    set: [`services.gateway.rollout.${value}`],
    says: /services\.gateway\.rollout: maxSurge \(.*\) must be 1 and maxUnavailable \(.*\) 0/,
  })),
  { what: 'a number of pods', set: ['services.rooms.replicas=3'], says: /additional properties 'replicas'/ },
  {
    what: 'a variable that a value stands for',
    set: ['services.gateway.env={"DRAIN_MS":300000}'],
    says: /services\.gateway\.env\.DRAIN_MS: the chart sets/,
  },
  {
    what: 'a port that probes ask',
    set: ['services.auth.env={"HEALTH_PORT":1234}'],
    says: /services\.auth\.env\.HEALTH_PORT: the chart sets/,
  },
  {
    what: 'a longer stop behind the back of the grace period',
    set: ['services.auth.env={"STOP_WITHIN_MS":90000}'],
    says: /STOP_WITHIN_MS: the chart sets/,
  },
  {
    what: 'a variable of all services set for one',
    set: ['defaults.env={"ROOMS_ADDRESS":"rooms:1"}'],
    says: /ROOMS_ADDRESS: the chart sets/,
  },
  {
    what: 'a label that pods are found by',
    set: ['services.auth.podLabels={"app.kubernetes.io/component":"x"}'],
    says: /invalid propertyName 'app\.kubernetes\.io\/component'/,
  },
  {
    what: 'the tag latest of one service',
    set: ['services.auth.image="foo:latest"'],
    says: /at '\/services\/auth\/image'/,
  },
  {
    what: 'the tag latest of the pages',
    set: ['images.web="registry.example.com/kla/web:latest"'],
    says: /at '\/images\/web'/,
  },
  { what: 'an image without a tag', set: ['coturn.image="coturn/coturn"'], says: /at '\/coturn\/image'/ },
  {
    what: 'an image without a tag, with a port in the registry',
    set: ['images.tools="registry.example.com:5000/kla/tools"'],
    says: /at '\/images\/tools'/,
  },
  {
    what: 'more connections than PostgreSQL takes',
    set: ['postgres.maxConnections=825'],
    says: /autoscaling may need 826/,
  },
  {
    what: 'copies of events that cannot outvote one',
    set: ['nats.eventsReplicas=2'],
    says: /at '\/nats\/eventsReplicas'/,
  },
  {
    what: 'a port where there may be several',
    set: ['networkPolicies.redis.port=6379'],
    says: /networkPolicies\/redis': additional properties 'port'/,
  },
  {
    what: 'a hash that leads all without a room to one gateway',
    set: ['ingress.realtimeAnnotations={"nginx.ingress.kubernetes.io/upstream-hash-by":"$arg_room"}'],
    says: /every client without a room/,
  },
  {
    what: 'a Secret of the migrations for one service',
    set: ['services.auth.secrets={"postgresOwners":"x"}'],
    says: /at '\/services\/auth\/secrets'/,
  },
  {
    what: 'a Secret that the service does not use',
    set: ['services.library.secrets={"redis":"x"}'],
    says: /services\.library\.secrets\.redis: this service does not use that Secret/,
  },
  {
    what: 'relay ports that include one on which coturn listens',
    set: ['coturn={"enabled":true,"minPort":3470,"maxPort":3490}'],
    says: /coturn: minPort to maxPort includes 3478/,
  },
  {
    what: 'TURN on nodes without an address to relay from',
    set: ['coturn={"enabled":true,"mode":"hostNetwork"}'],
    says: /at '\/coturn\/nodes'/,
  },
  {
    what: 'fewer nodes than TURN servers',
    set: ['coturn={"enabled":true,"mode":"hostNetwork","replicas":2,"nodes":{"turn-1":{"relayIp":"203.0.113.8"}}}'],
    says: /coturn\.nodes names 1 nodes/,
  },
  {
    what: 'one public address for all nodes',
    set: [
      'coturn={"enabled":true,"mode":"hostNetwork","externalIp":"203.0.113.7","nodes":{"turn-1":{"relayIp":"203.0.113.8"}}}',
    ],
    says: /at '\/coturn\/externalIp'/,
  },
  { what: 'routes and an Ingress', set: ['ingress.enabled=true'], says: /choose one/ },
  { what: 'no TURN server', set: ['media.turnUrls=[]'], says: /players can't connect without a TURN server/ },
  {
    what: 'direct connections by a name that does not say what they do',
    set: ['media.directConnections="all"'],
    says: /at '\/media\/directConnections'/,
  },
  {
    what: 'a policy that the chart had before',
    set: ['media.iceTransportPolicy="all"'],
    says: /additional properties 'iceTransportPolicy'/,
  },
  {
    what: 'a STUN server as an https address',
    set: ['media.stunUrls=["https://stun.example.com"]'],
    says: /at '\/media\/stunUrls\/0'/,
  },
  {
    what: 'two TURN servers behind one Service',
    set: ['coturn.enabled=true', 'coturn.replicas=2'],
    says: /at '\/coturn\/replicas': value must be 1/,
  },
  {
    what: 'a network policy that is no CIDR',
    set: ['networkPolicies.redis.to=[{"ipBlock":{"cidr":"redis.internal"}}]'],
    says: /networkPolicies\/redis\/to/,
  },
  {
    what: 'a network policy that allows every source',
    set: ['networkPolicies.ingress.from=[]'],
    says: /networkPolicies\/ingress\/from/,
  },
  {
    what: 'traces to a port that is closed',
    set: ['tracing.endpoint="http://otel.monitoring.svc:4317"'],
    says: /networkPolicies\.tracing\.port/,
  },
  {
    what: 'a payment provider that does not exist',
    set: ['payments.provider="paypal"'],
    says: /at '\/payments\/provider'/,
  },
  { what: 'the acquirer without its addresses', set: ['payments.provider="acquirer"'], says: /payments/ },
  { what: 'mail without a sender', set: ['mail.enabled=true'], says: /at '\/mail\/from'/ },
  {
    what: 'the sender of mail by name',
    set: ['mail={"enabled":true,"from":"Kla <a@example.com>"}'],
    says: /at '\/mail\/from'/,
  },
  {
    what: 'no key that stills are sealed with',
    set: ['evidence.publicKey=""'],
    says: /evidence\.publicKey is missing, and reports would have no stills/,
  },
  {
    what: 'a key that stills are sealed with in base64',
    set: ['evidence.publicKey="zoU1yYP+lDVcejqksJEhm+Wc1oQhpKUKJ2MoYD9MsHk="'],
    says: /at '\/evidence\/publicKey'/,
  },
  {
    what: 'evidence of possible minors without a decision',
    set: ['evidence.ofPossibleMinors=""'],
    says: /at '\/evidence\/ofPossibleMinors'/,
  },
  {
    what: 'a clip host as an address',
    set: ['gifs.allowedHosts=["https://clips.example.com/"]'],
    says: /at '\/gifs\/allowedHosts\/0'/,
  },
  {
    what: 'a suffix of logins that is no part of a name',
    set: ['migrations.loginSuffix="-2"'],
    says: /at '\/migrations\/loginSuffix'/,
  },
  { what: 'cron in words', set: ['chores.verifyAudit="daily"'], says: /chores\/verifyAudit/ },
  {
    what: 'services that cannot prove who they are',
    set: ['identities.certManager.enabled=false'],
    says: /identities: services require client certificates/,
  },
  {
    what: 'certificates from two places',
    set: ['identities.secrets={"auth":"a"}'],
    says: /identities: services require client certificates; set either/,
  },
  {
    what: 'a service without a certificate',
    set: ['identities={"certManager":{"enabled":false},"secrets":{"auth":"a"}}'],
    says: /identities\.secrets\.commerce is missing/,
  },
  {
    what: 'a certificate that lives in days',
    set: ['identities.certManager.duration="7d"'],
    says: /identities\/certManager\/duration/,
  },
  ...[
    { duration: '24h', renewBefore: '8h' },
    { duration: '40h', renewBefore: '40h' },
  ].map((times) => ({
    what: `certificates of ${times.duration} that are renewed ${times.renewBefore} before their end`,
    set: [`identities.certManager=${JSON.stringify({ enabled: true, ...times })}`],
    says: /identities\.certManager\.renewBefore \(\d+h\) must be at least 34h.*and less than duration/,
  })),
  {
    what: 'a directory of another process',
    set: ['services.auth.env={"IDENTITY_DIR":"/tmp"}'],
    says: /services\.auth\.env\.IDENTITY_DIR: the chart sets/,
  },
  {
    what: 'public secrets on an https site',
    set: ['dev.secrets=true', 'identities.certManager.enabled=false'],
    says: /dev\.secrets are public/,
  },
  {
    what: 'stand-ins on an https site',
    set: ['dev.standIns=true'],
    says: /dev\.standIns let anyone log in as anyone/,
  },
  {
    what: 'Postgres inside the chart with a hook before it',
    set: ['dev.stores=true'],
    says: /migrations\.hook: false/,
  },
]

/** Values that are right; those of a list are given together, and touch one another nowhere. */
const GOOD: readonly (readonly Case[])[] = [
  [
    {
      what: 'a digest for one service',
      set: [`services.auth.image="registry.example.com/auth@sha256:${'a'.repeat(64)}"`],
    },
    { what: 'a share as a budget', set: ['defaults.podDisruptionBudget.maxUnavailable="20%"'] },
    { what: 'a port in the address', set: ['site.publicUrl="https://a.example.com:8443"'] },
    { what: 'a Redis of its own for one service', set: ['services.rooms.secrets={"redis":"kla-redis-rooms"}'] },
    { what: 'a variable of one service', set: ['services.game-engine.env={"SWEEP_MS":250}'] },
    { what: 'as many connections as PostgreSQL takes', set: ['postgres.maxConnections=826'] },
    { what: 'one service that logs more', set: ['services.rooms.env={"LOG_LEVEL":"debug"}'] },
    { what: 'an authority of your own', set: ['caBundle.configMap="kla-ca"'] },
    { what: 'three copies of events', set: ['nats.eventsReplicas=3'] },
    { what: 'traces', set: ['tracing={"endpoint":"http://otel.monitoring.svc:4318","samplingRatio":1}'] },
    { what: 'KEDA', set: ['autoscaling.metrics="keda"'] },
  ],
  [
    { what: 'a registry with a port', set: ['services.auth.image="registry.example.com:5000/kla/auth:1.4.0"'] },
    { what: 'coturn in place of TURN servers elsewhere', set: ['media.turnUrls=[]', 'coturn.enabled=true'] },
    { what: 'traces to an address with a slash', set: ['tracing.endpoint="http://otel.monitoring.svc:4318/"'] },
    { what: 'a key of limits of its own', set: ['services.library.secrets={"limits":"kla-limits-library"}'] },
    { what: 'second logins beside those of the roles', set: ['migrations={"provision":true,"loginSuffix":"_2027"}'] },
  ],
  [
    {
      what: 'direct connections without TURN',
      set: ['media.turnUrls=[]', 'media.directConnections="players-learn-each-others-addresses"'],
    },
    { what: 'migrations outside of the chart', set: ['migrations.enabled=false'] },
  ],
  [
    {
      what: 'coturn on nodes',
      set: [
        'coturn={"enabled":true,"mode":"hostNetwork","namespace":"kla-turn","maxPort":60000,"nodes":{"turn-1":{"relayIp":"203.0.113.8"}}}',
      ],
    },
  ],
]

describeWithHelm('values of the chart', () => {
  const { files } = valueSet('gateway-api')

  /** The schema names all mistakes in one answer, each with its own place. */
  const asks = new Map<Case, () => Promise<string>>()
  for (const batch of batchesOf(MISTAKES.filter(({ says }) => says.source.startsWith("at '")))) {
    let answer: Promise<string> | undefined
    const ask = (): Promise<string> =>
      (answer ??= complaintAbout(
        files,
        batch.flatMap(({ set }) => set),
      ))
    for (const one of batch) asks.set(one, ask)
  }

  testWithHelm.each(MISTAKES)('reject $what with a helpful sentence', async (mistake) => {
    const said = asks.get(mistake)?.() ?? complaintAbout(files, mistake.set)
    expect(await said).toMatch(mistake.says)
  })

  testWithHelm.each(GOOD.map((cases) => [cases.map(({ what }) => what).join(', '), cases] as const))(
    'accept %s',
    async (_, cases) => {
      expect(
        await complaintAbout(
          files,
          cases.flatMap(({ set }) => set),
        ),
      ).toBe('nothing')
    },
  )
})

/** Cases of a batch set nothing below the same value of the chart. */
function batchesOf(cases: readonly Case[]): readonly (readonly Case[])[] {
  const valuesOf = ({ set }: Case): string[] => set.map((assignment) => assignment.split(/[.=]/)[0] ?? '')
  const batches: Case[][] = []
  for (const one of cases) {
    const values = valuesOf(one)
    const free = batches.find((batch) => !batch.flatMap(valuesOf).some((value) => values.includes(value)))
    if (free) free.push(one)
    else batches.push([one])
  }
  return batches
}

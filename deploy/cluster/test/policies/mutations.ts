import { containerOf, type Draft, find, podOf, remove, variableOf } from './draft.js'

interface Mutation {
  readonly policy: string
  readonly what: string
  readonly change: (drafts: Draft[]) => void
  readonly fault: RegExp
}

/** One thing broken in a sound render, and what the policy must say of it. */
export const MUTATIONS: readonly Mutation[] = [
  {
    policy: 'restricted',
    what: 'a writable image',
    change: (all) => (containerOf(all, 'kla-rooms').securityContext.readOnlyRootFilesystem = false),
    fault: /kla-rooms rooms: has a writable root file system/,
  },
  {
    policy: 'restricted',
    what: 'a first container with capabilities',
    change: (all) => delete podOf(all, 'kla-gateway').initContainers[0].securityContext.capabilities,
    fault: /kla-gateway web: keeps capabilities/,
  },
  {
    policy: 'restricted',
    what: 'a pod that may be root',
    change: (all) => delete podOf(all, 'kla-auth').securityContext.runAsNonRoot,
    fault: /kla-auth auth: may run as root/,
  },
  {
    policy: 'restricted',
    what: 'a token of the API server',
    change: (all) => delete podOf(all, 'kla-auth').automountServiceAccountToken,
    fault: /kla-auth: mounts a token/,
  },
  {
    policy: 'restricted',
    what: 'a folder of the node',
    change: (all) => podOf(all, 'kla-auth').volumes.push({ name: 'node', hostPath: { path: '/' } }),
    fault: /volume node has a forbidden type/,
  },
  {
    policy: 'resources',
    what: 'memory without a limit',
    change: (all) => delete containerOf(all, 'kla-library').resources.limits.memory,
    fault: /kla-library library: has no memory limit/,
  },
  {
    policy: 'probes',
    what: 'a port that is not there',
    change: (all) => (containerOf(all, 'kla-gateway').startupProbe.httpGet.port = 'sockets'),
    fault: /startupProbe uses port sockets/,
  },
  {
    policy: 'probes',
    what: 'readiness asked by gRPC, for which a kubelet has no certificate',
    change: (all) => (containerOf(all, 'kla-rooms').readinessProbe = { grpc: { port: 50051 } }),
    fault: /has a gRPC probe, but requires a client certificate/,
  },
  {
    policy: 'probes',
    what: 'a restart because a database is down',
    change: (all) => (containerOf(all, 'kla-rooms').livenessProbe.httpGet.path = '/readyz'),
    fault: /livenessProbe restarts it when it is not ready/,
  },
  {
    policy: 'probes',
    what: 'a restart of a pod that waits for a store when it starts',
    change: (all) => (containerOf(all, 'kla-rooms').startupProbe = { httpGet: { path: '/readyz', port: 'health' } }),
    fault: /startupProbe restarts it when it is not ready/,
  },
  {
    policy: 'probes',
    what: 'a gRPC probe, which a kubelet cannot authenticate for',
    change: (all) => (containerOf(all, 'kla-rooms').readinessProbe = { grpc: { port: 50051 } }),
    fault: /has a gRPC probe, but requires a client certificate/,
  },
  {
    policy: 'probes',
    what: 'a process that hangs and is given the time to drain',
    change: (all) => delete containerOf(all, 'kla-gateway').livenessProbe.terminationGracePeriodSeconds,
    fault: /kla-gateway gateway: livenessProbe leaves it 100 s when it hangs/,
  },
  {
    policy: 'shutdown',
    what: 'a pod that is killed early',
    change: (all) => (podOf(all, 'kla-gateway').terminationGracePeriodSeconds = 80),
    fault: /kla-gateway: is killed after 80 s/,
  },
  {
    policy: 'shutdown',
    what: 'draining that exceeds the stop timeout',
    change: (all) => (variableOf(all, 'kla-gateway', 'DRAIN_MS').value = '90000'),
    fault: /drains for 90000 ms/,
  },
  {
    policy: 'rollouts',
    what: 'several gateways that move their players at once',
    change: (all) => (find(all, 'Deployment', 'kla-gateway').spec.minReadySeconds = 69),
    fault: /kla-gateway: the next pod stops after 69 s, while the last one drains/,
  },
  {
    policy: 'rollouts',
    what: 'a rollout that fails while an old pod drains',
    change: (all) => (podOf(all, 'kla-rooms').terminationGracePeriodSeconds = 630),
    fault: /kla-rooms: its rollout fails before the 630 s of an old pod are over/,
  },
  {
    policy: 'shutdown',
    what: 'a pod that stops at once',
    change: (all) => delete containerOf(all, 'kla-rooms').lifecycle,
    fault: /kla-rooms: stops while clients still have its address/,
  },
  {
    policy: 'spread',
    what: 'pods that are not spread over zones',
    change: (all) => podOf(all, 'kla-rooms').topologySpreadConstraints.splice(0, 1),
    fault: /kla-rooms: is not spread over/,
  },
  {
    policy: 'spread',
    what: "a spread that counts another service's pods",
    change: (all) => {
      const [first] = podOf(all, 'kla-rooms').topologySpreadConstraints
      first.labelSelector.matchLabels['app.kubernetes.io/component'] = 'auth'
    },
    fault: /kla-rooms: its spread over .* counts other pods/,
  },
  {
    policy: 'disruption',
    what: 'a Deployment without a budget',
    change: (all) => remove(all, 'PodDisruptionBudget', 'kla-rooms'),
    fault: /kla-rooms: has 0 PodDisruptionBudgets/,
  },
  {
    policy: 'disruption',
    what: 'a budget that lets no pod go',
    change: (all) => (find(all, 'PodDisruptionBudget', 'kla-rooms').spec.maxUnavailable = 0),
    fault: /kla-rooms: allows no eviction/,
  },
  {
    policy: 'images',
    what: 'the tag latest',
    change: (all) => (containerOf(all, 'kla-rooms').image = 'registry.example.com/kla/rooms:latest'),
    fault: /kla-rooms rooms: .*latest is not pinned/,
  },
  {
    policy: 'images',
    what: 'no tag, with a port in the registry',
    change: (all) => (containerOf(all, 'kla-rooms').image = 'registry.example.com:5000/kla/rooms'),
    fault: /is not pinned/,
  },
  {
    policy: 'secrets',
    what: 'a Secret of the chart',
    change: (all) => all.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'kla-redis' } }),
    fault: /Secret\/kla-redis: the chart creates a Secret/,
  },
  {
    policy: 'secrets',
    what: 'a key as a plain value',
    change: (all) => containerOf(all, 'kla-commerce').env.push({ name: 'STRIPE_SECRET_KEY', value: 'x' }),
    fault: /STRIPE_SECRET_KEY is a plain value, not a Secret/,
  },
  {
    policy: 'secrets',
    what: 'a password in an address',
    change: (all) => containerOf(all, 'kla-rooms').env.push({ name: 'CACHE', value: 'redis://app:pw@redis:6379' }),
    fault: /kla-rooms rooms: CACHE is an address with a password/,
  },
  {
    policy: 'secrets',
    what: 'a password in the address of a ConfigMap',
    change: (all) =>
      all.push({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'kla-rooms' },
        data: { CACHE: 'redis://app:pw@redis:6379' },
      }),
    fault: /ConfigMap\/kla-rooms: CACHE contains an address with a password/,
  },
  {
    policy: 'settings',
    what: 'settings that an undo does not restore',
    change: (all) => (containerOf(all, 'kla-rooms').envFrom = [{ configMapRef: { name: 'kla-rooms' } }]),
    fault: /kla-rooms rooms: reads settings from an object that changes independently/,
  },
  {
    policy: 'references',
    what: 'a Service without pods',
    change: (all) => (find(all, 'Service', 'kla-gateway').spec.selector['app.kubernetes.io/component'] = 'gateways'),
    fault: /Service\/kla-gateway: selects 0 workloads/,
  },
  {
    policy: 'references',
    what: 'a port that no container has',
    change: (all) => (find(all, 'Service', 'kla-gateway').spec.ports[0].targetPort = 'web'),
    fault: /targets port web/,
  },
  {
    policy: 'references',
    what: 'a ServiceAccount that is not there',
    change: (all) => (podOf(all, 'kla-rooms').serviceAccountName = 'default-of-old'),
    fault: /no ServiceAccount default-of-old/,
  },
  {
    policy: 'references',
    what: 'a route to nowhere',
    change: (all) => {
      const route = all.find(({ kind }) => kind === 'HTTPRoute')
      route.spec.rules[0].backendRefs[0].port = 80
    },
    fault: /routes to kla-gateway:80, which is not a Service port/,
  },
  {
    policy: 'references',
    what: 'a ConfigMap that is not there',
    change: (all) => podOf(all, 'kla-rooms').volumes.push({ name: 'extra', configMap: { name: 'kla-extra' } }),
    fault: /kla-rooms: no ConfigMap kla-extra/,
  },
  {
    policy: 'routes',
    what: 'every client without a room at one gateway',
    change: (all) =>
      all.push({
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: {
          name: 'kla-realtime',
          annotations: { 'nginx.ingress.kubernetes.io/upstream-hash-by': '$arg_room' },
        },
      }),
    fault: /Ingress\/kla-realtime: .*upstream-hash-by sends every client without a room to one gateway/,
  },
  {
    policy: 'autoscaling',
    what: 'scaling of a Deployment that does not exist',
    change: (all) => (find(all, 'HorizontalPodAutoscaler', 'kla-rooms').spec.scaleTargetRef.name = 'kla-room'),
    fault: /scales Deployment\/kla-room, which does not exist/,
  },
  {
    policy: 'autoscaling',
    what: 'an upgrade that resets the number of pods',
    change: (all) => (find(all, 'Deployment', 'kla-rooms').spec.replicas = 2),
    fault: /kla-rooms: sets replicas/,
  },
  {
    policy: 'network',
    what: 'pods without a default-deny policy',
    change: (all) => remove(all, 'NetworkPolicy', 'kla-default-deny'),
    fault: /kla-rooms: no policy denies its traffic/,
  },
  {
    policy: 'network',
    what: 'a rule without peers',
    change: (all) => find(all, 'NetworkPolicy', 'kla-rooms').spec.ingress.push({ ports: [{ port: 50051 }] }),
    fault: /kla-rooms: has a rule that allows every source/,
  },
  {
    policy: 'network',
    what: 'a policy that selects no pod',
    change: (all) => (find(all, 'NetworkPolicy', 'kla-rooms').spec.podSelector.matchLabels = { app: 'rooms' }),
    fault: /NetworkPolicy\/kla-rooms: selects no pod/,
  },
  {
    policy: 'names',
    what: 'a long name',
    change: (all) => (find(all, 'Service', 'kla-gateway').metadata.name = 'k'.repeat(64)),
    fault: /longer than 63/,
  },
  {
    policy: 'names',
    what: 'an object rendered twice',
    change: (all) => all.push(find(all, 'Service', 'kla-gateway')),
    fault: /Service\/kla-gateway: is rendered twice/,
  },
]

export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata & { readonly name: string; readonly namespace?: string }
  readonly spec?: unknown
  readonly data?: Readonly<Record<string, string>>
}

export interface Metadata {
  readonly labels?: Labels
  readonly annotations?: Labels
}

export type Labels = Readonly<Record<string, string>>

export interface PodTemplate {
  readonly metadata?: Metadata
  readonly spec: PodSpec
}

export interface PodSpec {
  readonly serviceAccountName?: string
  readonly priorityClassName?: string
  readonly automountServiceAccountToken?: boolean
  readonly hostNetwork?: boolean
  readonly hostPID?: boolean
  readonly hostIPC?: boolean
  readonly restartPolicy?: string
  readonly terminationGracePeriodSeconds?: number
  readonly securityContext?: SecurityContext
  readonly containers: readonly Container[]
  readonly initContainers?: readonly Container[]
  readonly volumes?: readonly (Readonly<Record<string, unknown>> & { readonly name: string })[]
  readonly topologySpreadConstraints?: readonly {
    readonly topologyKey: string
    readonly labelSelector?: LabelSelector
  }[]
}

export interface SecurityContext {
  readonly runAsNonRoot?: boolean
  readonly runAsUser?: number
  readonly privileged?: boolean
  readonly allowPrivilegeEscalation?: boolean
  readonly readOnlyRootFilesystem?: boolean
  readonly seccompProfile?: { readonly type: string }
  readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] }
}

export interface Container {
  readonly name: string
  readonly image: string
  readonly args?: readonly string[]
  readonly command?: readonly string[]
  readonly env?: readonly EnvironmentVariable[]
  readonly envFrom?: readonly object[]
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number; readonly protocol?: string }[]
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels }
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } }
  readonly securityContext?: SecurityContext
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[]
}

export interface Probe {
  readonly grpc?: { readonly port: number }
  readonly httpGet?: { readonly port: number | string; readonly path: string }
  readonly tcpSocket?: { readonly port: number | string }
  readonly exec?: unknown
  readonly terminationGracePeriodSeconds?: number
}

export interface EnvironmentVariable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly name: string; readonly key: string; readonly optional?: boolean }
    readonly fieldRef?: { readonly fieldPath: string }
  }
}

export interface LabelSelector {
  readonly matchLabels?: Labels
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
    readonly values?: readonly string[]
  }[]
}

import type { Container, EnvironmentVariable, KubeObject } from './types.js'

/** One variable of a container, wherever it comes from. */
export interface Variable {
  readonly name: string
  /** Undefined when a Secret or the pod's own fields hold it. */
  readonly value: string | undefined
  readonly secret: NonNullable<EnvironmentVariable['valueFrom']>['secretKeyRef']
}

interface Source {
  readonly configMapRef?: { readonly name: string }
  readonly secretRef?: { readonly name: string }
}

/** What a container finds in its environment; a variable of its own wins over one of a ConfigMap, as in the kubelet. */
export function environmentOf(container: Container, objects: readonly KubeObject[]): readonly Variable[] {
  const variables = new Map<string, Variable>()
  for (const source of (container.envFrom ?? []) as readonly Source[]) {
    const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === source.configMapRef?.name)
    for (const [name, value] of Object.entries(map?.data ?? {})) variables.set(name, { name, value, secret: undefined })
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    variables.set(name, { name, value: valueFrom ? undefined : (value ?? ''), secret: valueFrom?.secretKeyRef })
  }
  return [...variables.values()]
}

/** The plain value of one variable, if it has one. */
export const valueOf = (container: Container, objects: readonly KubeObject[], wanted: string): string | undefined =>
  environmentOf(container, objects).find(({ name }) => name === wanted)?.value

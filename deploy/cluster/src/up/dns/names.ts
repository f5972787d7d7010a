/** Addresses by full name, without the last dot. */
export type Names = ReadonlyMap<string, readonly string[]>

/** A Service, as far as its name goes. */
export interface Service {
  readonly metadata: { readonly name: string; readonly namespace: string }
  readonly spec: { readonly clusterIP?: string; readonly publishNotReadyAddresses?: boolean }
}

/** Addresses of the pods behind a Service. */
export interface EndpointSlice {
  readonly metadata: { readonly namespace: string; readonly labels?: Readonly<Record<string, string>> }
  readonly endpoints?: readonly {
    readonly addresses: readonly string[]
    readonly conditions: { readonly ready?: boolean }
  }[]
}

/** Returns the names of Services: to their own address, or to their pods if they have none. */
export function serviceNames(services: readonly Service[], slices: readonly EndpointSlice[]): Names {
  const podsOf = ({ metadata, spec }: Service): readonly string[] =>
    slices
      .filter(
        (slice) =>
          slice.metadata.namespace === metadata.namespace &&
          slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name,
      )
      .flatMap(({ endpoints = [] }) => endpoints)
      .filter(({ conditions }) => conditions.ready !== false || spec.publishNotReadyAddresses === true)
      .flatMap(({ addresses }) => addresses)
  return new Map(
    services.map((service) => {
      const { name, namespace } = service.metadata
      const { clusterIP } = service.spec
      const own = clusterIP === undefined || clusterIP === 'None' ? podsOf(service) : [clusterIP]
      return [`${name}.${namespace}.svc.cluster.local`, own]
    }),
  )
}

import type { MethodDefinition, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js'

/** A call as grpc-js passes it on. */
export type RawCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>

/** What brings a call, itself or the stream that it is on. */
export type Carrier = Pick<RawCall, 'getAuthContext'>

/** A service definition as ts-proto generates it. */
export type Definition = Record<string, unknown>

// Structurally a MethodDefinition; types are inferred from the (de)serializers.
type Serialise<M> = M extends { requestSerialize: (value: infer Req) => Buffer } ? Req : never
type Deserialise<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Res } ? Res : never

/** The request type of a method. */
export type RequestOf<M> = Serialise<M>
/** The response type of a method. */
export type ResponseOf<M> = Deserialise<M>
export type Streams<M> = M extends { responseStream: true } ? true : false

export const methodsOf = (definition: Definition): [string, MethodDefinition<unknown, unknown>][] =>
  Object.entries(definition) as [string, MethodDefinition<unknown, unknown>][]

/** "RoomsService" of the path /kla.rooms.v1.RoomsService/GetRoom. */
export const serviceNameOf = ({ path }: MethodDefinition<unknown, unknown>): string =>
  path.slice(path.lastIndexOf('.', path.lastIndexOf('/')) + 1, path.lastIndexOf('/'))

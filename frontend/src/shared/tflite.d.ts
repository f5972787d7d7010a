/** The inference module of @twilio/video-processors, which has no types of its own. */
declare module '@twilio/video-processors/dist/build/tflite-simd-1-0-0.js' {
  interface Lite {
    readonly HEAPU8: Uint8Array
    readonly HEAPF32: Float32Array
    _getModelBufferMemoryOffset(): number
    _loadModel(bytes: number): number
    _getInputWidth(): number
    _getInputHeight(): number
    _getInputMemoryOffset(): number
    _getOutputMemoryOffset(): number
    _runInference(): number
  }
  export default function createSegmenter(options: { locateFile: (name: string) => string }): Promise<Lite>
}

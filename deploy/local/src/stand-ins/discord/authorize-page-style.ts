/** The looks of the page, which stands alone: nothing is loaded from anywhere. */
export const STYLE = `
:root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; background: #17141c; color: #f1edf4 }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px }
main { width: 100%; max-width: 400px; background: #221d29; border: 1px solid #3b3345; border-radius: 12px; padding: 24px }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 8px }
p { margin: 0 0 16px; color: #cbc3d3 }
.note { font-size: 14px; margin-bottom: 8px; color: #a9b4f5 }
.hint { font-size: 14px; margin: 8px 0 16px }
ul { list-style: none; margin: 0 0 24px; padding: 0; display: grid; gap: 8px }
label { display: block; margin-bottom: 4px }
button, input { font: inherit; min-height: 48px; border-radius: 8px; border: 1px solid #85799a; color: inherit }
button { background: #2e2737; cursor: pointer; padding: 8px 16px }
button:hover { background: #3b3247 }
button:focus-visible, input:focus-visible { outline: 3px solid #a9b4f5; outline-offset: 2px }
li button { width: 100%; display: flex; align-items: center; gap: 12px; text-align: left; padding: 8px 12px }
.avatar { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; background: #5661c9; color: #fff }
.row { display: flex; gap: 8px }
input { flex: 1; min-width: 0; background: #17141c; padding: 8px 12px }
.primary { background: #5661c9; border-color: #5661c9; color: #fff }
.primary:hover { background: #6570d6 }
.quiet { width: 100%; background: none; border-color: transparent; color: #cbc3d3 }
`

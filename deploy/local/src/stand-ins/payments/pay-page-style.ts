/** The looks of the page, which stands alone: nothing is loaded from anywhere. */
export const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; background: #f3f5f8; color: #1c2430 }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px }
main { width: 100%; max-width: 440px; background: #fff; border: 1px solid #d5dbe5; border-radius: 12px; padding: 24px }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 16px }
p { margin: 0 0 16px }
.note { font-size: 14px; font-weight: 600; margin-bottom: 8px; color: #44529a }
table { width: 100%; border-collapse: collapse; margin: 0 0 24px }
th, td { text-align: left; font-weight: 400; padding: 8px 0; border-top: 1px solid #d5dbe5; vertical-align: top; overflow-wrap: anywhere }
td { text-align: right; padding-left: 16px; white-space: nowrap; font-variant-numeric: tabular-nums }
tfoot th, tfoot td { font-weight: 700; border-top: 2px solid #1c2430 }
small { display: block; font-size: 14px; color: #4d5868 }
label { display: block; margin-bottom: 4px; font-weight: 600 }
input, button, .quiet { font: inherit; width: 100%; min-height: 48px; border-radius: 8px; border: 1px solid #7a869a; padding: 8px 12px }
input + label { margin-top: 16px }
input { background: #fff; color: inherit; letter-spacing: .04em }
button { margin-top: 16px; cursor: pointer; font-weight: 600; background: #35439b; border-color: #35439b; color: #fff }
button:hover { background: #29357f }
.quiet { display: grid; place-items: center; margin-top: 8px; background: none; border-color: transparent; color: #35439b;
  font-weight: 400; text-decoration: none }
.quiet:hover { background: #eef1f7; text-decoration: underline }
input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid #35439b; outline-offset: 2px }
.problem { border-left: 4px solid #b3261e; background: #fcedec; color: #8c1d18; border-radius: 4px; padding: 12px 16px }
details { margin-top: 16px; font-size: 14px }
summary { cursor: pointer; padding: 8px 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 8px 0 0 }
dt { font-variant-numeric: tabular-nums }
dd { margin: 0; color: #4d5868 }
`

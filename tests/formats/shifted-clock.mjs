// Preloaded into a process (NODE_OPTIONS=--import …): its time of day begins at WARDLINE_TEST_NOW, so that what a fixture holds is never too old.
const RealDate = Date
const offset = RealDate.parse(process.env.WARDLINE_TEST_NOW) - RealDate.now()

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + offset)
    else super(...values)
  }
  static now() {
    return RealDate.now() + offset
  }
}

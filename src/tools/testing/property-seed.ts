import fc from 'fast-check';

// Property tests draw the same inputs every time, so that a run says something of the change and not of the
// draw. `npm run deep` draws anew and prints its seed; a failure there is repeated with it.
const seedText = process.env.TESTIGO_PROPERTY_SEED;
fc.configureGlobal({ seed: seedText === undefined ? 20_261_120 : Number(seedText) });

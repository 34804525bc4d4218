// The large ends of the demo, so that lists show what millions look like: product | quantity of one order.
import { parseTable } from './table.ts';

export const wholesaleOrders = parseTable(
  `
  Ball pen, blue | 100000
  Exercise book, 96 pages, A5 ruled | 40000
  Cement, 32.5R, 50 kg | 5000
  DAP fertiliser, 50 kg | 1200
  School desk with bench, two pupils | 600
  Dry maize, 90 kg bag | 850
  Tractor, 75 HP, 4WD, with disc plough and trailer | 2
  Solar system, 30 kW, three phase, installed | 1
  Concrete block-making machine, hydraulic, diesel, six blocks a cycle | 1
`,
  2,
).map(([productName = '', quantity = '']) => ({ productName, quantity: Number(quantity) }));

export const largestStock = { productName: 'Safety matches, box of 50', stockLevel: 2_450_000 } as const;

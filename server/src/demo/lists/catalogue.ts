// What the demo sells, by category: company | price in shillings | name | description. Prices are what a buyer in Kenya
// would expect to pay; some carry cents, and a few names and prices are as long as the console allows in practice.
import { parseTable } from './table.ts';

const tables: Readonly<Record<string, string>> = {
  'Food & Groceries': `
    mwangaza | 189       | Maize flour, grade 1, 2 kg | Sifted white maize meal for ugali. Bale of 12 on request.
    mwangaza | 214.50    | Chapati flour, all purpose, 2 kg | Home-baking wheat flour, also for mandazi.
    mwangaza | 320       | Sugar, brown, 2 kg | Mill-white sugar from western Kenya.
    mwangaza | 64.50     | Long-life milk, 500 ml | UHT whole milk in a carton; keeps six months unopened.
    mwangaza | 285       | Tea leaves, Kericho, 500 g | Strong CTC tea from the Kericho highlands.
    mwangaza | 60        | Bread, white, 400 g | Sliced family loaf, baked daily.
    mwangaza | 35        | Iodised salt, 1 kg | Fine table salt.
    mwangaza | 6480      | Spaghetti, carton of 24 × 500 g | Durum wheat spaghetti.
    pwani    | 1650      | Cooking oil, vegetable, 5 L | Refined and fortified with vitamin A.
    pwani    | 345       | Cooking oil, vegetable, 1 L | Refined and fortified with vitamin A.
    pwani    | 410       | Cooking fat, 1 kg | White vegetable fat in a tub.
    pwani    | 2350      | Rice, biriani, 10 kg | Long-grain aromatic rice for pilau and biriani.
    pwani    | 1980      | Rice, Mwea pishori, 10 kg | Grown and milled in Mwea.
    pwani    | 250       | Pilau masala, 200 g | Whole spices ground in Mombasa.
    pwani    | 180       | Coconut milk, 400 ml | First press, no sugar added.
    ziwa     | 1200      | Omena, sun-dried, 2 kg | Cleaned lake omena, ready to fry.
    ziwa     | 950       | Tilapia, whole, frozen, 1 kg | Scaled and gutted; two to three fish.
    ziwa     | 12600     | Beans, rosecoco, 90 kg bag | Dry, sorted, this season's harvest.
    wakulima | 11800     | Green grams (ndengu), 90 kg bag | Machine-cleaned ndengu.
    wakulima | 4200      | Dry maize, 90 kg bag | Moisture below 13.5 %, aflatoxin tested.
    wakulima | 720       | Honey, raw, 1 kg | From hives around Kakamega forest.
    wakulima | 540       | Groundnuts, roasted, 1 kg | Red-skin njugu, lightly salted.
  `,
  'Household & Cleaning': `
    mwangaza | 155       | Bar soap, 800 g | Multi-purpose laundry bar.
    mwangaza | 289.99    | Washing powder, 1 kg | For hand washing; fresh scent.
    mwangaza | 1090      | Toilet paper, 2-ply, 40 rolls | Unscented; bale of four packs of ten.
    mwangaza | 175       | Bleach, 750 ml | Disinfects and whitens.
    mwangaza | 130       | Petroleum jelly, 250 ml | For the whole family.
    mwangaza | 99        | Toothpaste, 100 ml | Fluoride, herbal.
    mwangaza | 10        | Safety matches, box of 50 | Short-stem matches.
    jiko     | 650       | Charcoal jiko, ceramic-lined, medium | Burns about half the charcoal of an open jiko.
    jiko     | 1450      | Sufuria set, aluminium, 5 pieces | Heavy gauge with lids, sizes 16 to 24.
    jiko     | 480       | Frying pan, cast iron, 28 cm | For chapati and mandazi.
    jiko     | 3900      | Metal box, school trunk, large | Lockable, with name plate.
    jiko     | 1350      | Wheelbarrow tray, spare | Pressed steel, fits the common frame.
    ziwa     | 420       | Plastic basin, 40 cm | Virgin plastic, does not crack.
    ziwa     | 260       | Jerrican, 20 L | Food grade, with cap.
    ziwa     | 3250      | Water drum, 210 L | With lid; for rain water.
    ziwa     | 890       | Mosquito net, treated, double bed | Rectangular, lasts three years.
    mapambo  | 1850      | Fleece blanket, double bed | Warm for Limuru and Nyahururu nights.
    mapambo  | 2400      | Bed sheets, cotton, 6 × 6, set of 4 | Two sheets and two pillow cases.
    simba    | 1150      | Mop bucket with wringer, 12 L | For offices and schools.
  `,
  'Farm Inputs': `
    bonde    | 3500      | DAP fertiliser, 50 kg | For planting; 18-46-0.
    bonde    | 3200      | CAN fertiliser, 50 kg | For top dressing; 26 % nitrogen.
    bonde    | 620       | Maize seed, H614D, 2 kg | Late-maturing highland hybrid.
    bonde    | 2950      | Layers mash, 70 kg | Complete feed for laying hens.
    bonde    | 2300      | Dairy meal, high yield, 70 kg | 16 % protein; for cows above 15 litres a day.
    bonde    | 1480      | Acaricide, 250 ml | For spray races and knapsack use against ticks.
    bonde    | 3850      | Knapsack sprayer, 16 L | Brass lance, two nozzles, padded straps.
    bonde    | 150       | Sukuma wiki seed, 50 g | Thousand-headed kale.
    bonde    | 95        | Day-old chick, improved kienyeji | Vaccinated against Marek's and Newcastle; order in 50s.
    nyanda   | 640       | Maize seed, H6213, 2 kg | High yield for Trans Nzoia and Uasin Gishu.
    nyanda   | 2780      | NPK 17-17-17 fertiliser, 50 kg | For potatoes and vegetables.
    nyanda   | 2450      | Seed potato, Shangi, certified, 50 kg | From minitubers, sprouted.
    nyanda   | 4600      | Milk can, aluminium, 20 L | Food grade, tight lid.
    nyanda   | 8900      | Chaff cutter, manual | Two blades; cuts napier and stover.
    nyanda   | 78500     | Chaff cutter, electric, 3 HP | Single phase, one tonne an hour.
    nyanda   | 6250000   | Tractor, 75 HP, 4WD, with disc plough and trailer | Two-year warranty, training of one driver included.
    nyanda   | 315       | Baling twine, 2 kg | Sisal, treated.
    wakulima | 380       | Jembe, forged, 1.5 kg | With eucalyptus handle.
    wakulima | 290       | Panga, 18 inch | Carbon steel, wooden grip.
    wakulima | 5400      | Drip kit, ⅛ acre | Drip lines, filter, connectors; tank not included.
    wakulima | 72        | Hermetic storage bag, 90 kg | Keeps weevils out without chemicals.
  `,
  'Building & Hardware': `
    simba    | 780       | Cement, 32.5R, 50 kg | For general building work.
    simba    | 1125      | Iron sheet (mabati), 30 gauge, 3 m | Corrugated, galvanised.
    simba    | 1490      | Iron sheet, box profile, 28 gauge, 3 m, charcoal grey | Pre-painted with ten-year warranty.
    simba    | 1350      | Steel bar (Y12), 12 m | Ribbed, ISO certified.
    simba    | 175       | Wire nails, 4 inch, 1 kg | Bright steel.
    simba    | 2680      | Emulsion paint, brilliant white, 20 L | For inside walls and ceilings.
    simba    | 3950      | Gloss paint, 4 L | Oil based, for metal and wood.
    simba    | 8400      | Water tank, 1,000 L | UV-stabilised, ten-year warranty.
    simba    | 71500     | Water tank, 10,000 L | UV-stabilised; delivery by lorry.
    simba    | 620       | PVC pipe, 4 inch, 6 m | For drainage.
    simba    | 145.75    | PPR elbow, 25 mm, pack of 5 | For hot and cold water.
    simba    | 5900      | Wheelbarrow, heavy duty | Solid tyre, 65 L tray.
    simba    | 1900      | Padlock, brass, 60 mm | Three keys.
    simba    | 42        | Binding wire, 1 m off the roll | Soft black wire.
    jiko     | 18500     | Steel gate, double leaf, 3.0 m | Made to measure, primed.
    jiko     | 9800      | Window frame with grille, 1.2 × 1.2 m | Primed steel casement.
    jiko     | 4300      | Steel door, flush, 0.9 × 2.1 m | With frame and lock.
    simba    | 1875000   | Concrete block-making machine, hydraulic, diesel, six blocks a cycle | With moulds for 6- and 9-inch blocks; installation in all 47 counties.
    simba    | 3480      | Hand-held masonry, carpentry and general maintenance tool set in a lockable steel case with carrying strap: claw hammer, spirit level, two trowels, hacksaw, pliers, tape measure, 12 bits (46 pieces) | Everything for a fundi starting out.
  `,
  'Electronics & Phones': `
    nyota    | 13499     | Smartphone, 6.6 inch, 64 GB | 4G, dual SIM, 5,000 mAh.
    nyota    | 24999     | Smartphone, 6.7 inch, 128 GB, 5G | Dual SIM, 50 MP camera.
    nyota    | 2199      | Feature phone (kabambe), dual SIM | Torch, FM radio, week-long battery.
    nyota    | 16500     | Television, LED, 32 inch, digital | Built-in decoder for free-to-air channels.
    nyota    | 46995     | Television, smart, 50 inch, 4K | With wall bracket.
    nyota    | 11800     | Sub-woofer, 3.1 channel | Bluetooth, FM and USB.
    nyota    | 8750      | Blender, 1.5 L, with mill | For juice and groundnuts.
    nyota    | 3450      | Electric kettle, 2.2 L | Cordless, stainless steel.
    nyota    | 1999      | Iron, dry, 1,200 W | Non-stick plate.
    nyota    | 33400     | Fridge, double door, 138 L | Low-voltage compressor.
    nyota    | 15800     | Microwave oven, 20 L | Manual dials.
    nyota    | 1250      | Power bank, 10,000 mAh | Two USB ports.
    nyota    | 350       | Phone charger, USB-C, 18 W | Fast charging with cable.
    nyota    | 299.50    | Earphones with microphone | 3.5 mm jack.
    nyota    | 54900     | Laptop, 14 inch, 8 GB, 256 GB SSD, refurbished | Six-month warranty.
    nyota    | 1450      | Radio, AM/FM/SW, rechargeable | USB and memory card.
    nyota    | 7600      | Receipt printer, thermal, 80 mm | For shops; USB and network.
    nyota    | 149500    | Point-of-sale terminal with drawer and scanner | All a duka needs at the counter.
    nyota    | 2850      | Extension cable, 6-way, surge protected, 3 m | With individual switches.
  `,
  'Energy & Lighting': `
    jua      | 3800      | Gas cylinder, 6 kg, filled | With burner and grill.
    jua      | 1180      | Gas refill, 6 kg | Exchange of any brand.
    jua      | 2650      | Gas refill, 13 kg | Exchange of any brand.
    jua      | 5900      | Gas cooker, table top, two burners | Auto ignition, stainless steel.
    jua      | 2490      | Solar lantern with phone charging | Eight hours of light.
    jua      | 9990      | Solar home kit, 3 lamps and radio | Panel, battery, cables; two-year warranty.
    jua      | 12400     | Solar panel, 200 W, mono | 25-year output warranty.
    jua      | 18900     | Solar battery, 100 Ah, gel | Deep cycle.
    jua      | 27500     | Inverter, 1.5 kVA, pure sine | With built-in charger.
    jua      | 145000    | Solar water pump, 1.5 HP, with panels | 6 m³ an hour at 40 m head.
    jua      | 2875000   | Solar system, 30 kW, three phase, installed | For schools, clinics and cold rooms.
    jua      | 180       | LED bulb, 9 W, screw or pin | Two-year warranty.
    jua      | 990       | LED floodlight, 50 W | Weatherproof.
    jua      | 450       | Rechargeable torch | Three modes.
    jua      | 850       | Emergency bulb, 15 W, with battery | Stays on when power goes.
    ziwa     | 185.20    | Paraffin, 1 L | At the regulated price.
    ziwa     | 1500      | Charcoal briquettes, 20 kg | From bagasse; burns three hours.
    jiko     | 4800      | Institutional rocket stove, 25 L | For schools and hotels; saves 60 % firewood.
  `,
  'Clothing & Textiles': `
    mapambo  | 650       | Leso (kanga), pair | Printed cotton with a Swahili saying.
    mapambo  | 1800      | Kitenge fabric, 6 yards | Wax print, assorted.
    mapambo  | 1500      | Kikoy, handwoven | Striped cotton with fringe.
    mapambo  | 2200      | Maasai shuka, heavy | Red check; also as a blanket.
    mapambo  | 950       | School sweater, navy, size 28 | Acrylic, V-neck. Other sizes to order.
    mapambo  | 780       | School shirt, white, size 14 | Poly-cotton, short sleeve.
    mapambo  | 1100      | School trousers, grey, size 14 | Double knee.
    mapambo  | 1250      | School shoes, leather, size 3 | Black, stitched sole.
    mapambo  | 850       | Gumboots, black, size 8 | For farm and rain.
    mapambo  | 550       | Akala sandals | Cut from tyres; outlast the road.
    mapambo  | 1450      | Dust coat, khaki | For shops and workshops.
    mapambo  | 990       | Reflective jacket, boda boda | With pocket, one size.
    mapambo  | 3600      | Kiondo basket, sisal and leather | Woven in Machakos, large.
    mapambo  | 2950      | Curtain fabric, 10 m | Blackout, beige.
    mapambo  | 499.95    | T-shirt, plain cotton, M | 180 g, ready for printing.
    mapambo  | 320       | Socks, school, grey, 3 pairs | Stay-up elastic.
    mapambo  | 36500     | Sewing machine, treadle | With table and spare needles.
  `,
  'Books & Stationery': `
    elimu    | 45        | Exercise book, 96 pages, A5 ruled | 60 g paper.
    elimu    | 1680      | Exercise books, 200 pages, A4, dozen | Hard cover.
    elimu    | 14.50     | Ball pen, blue | Medium point.
    elimu    | 650       | Photocopy paper, A4, ream | 80 g, 500 sheets.
    elimu    | 190       | Geometry set | In a tin.
    elimu    | 1290      | Kamusi ya Kiswahili | Swahili dictionary for schools.
    elimu    | 780       | Atlas for primary schools | Kenya, Africa and the world.
    elimu    | 720       | Grade 6 mathematics learner's book | Competency-based curriculum.
    elimu    | 695       | Grade 4 Kiswahili learner's book | Competency-based curriculum.
    elimu    | 2350      | Scientific calculator | Accepted in national examinations.
    elimu    | 1650      | School bag, 30 L | Padded back, rain cover.
    elimu    | 120       | Crayons, 24 colours | Non-toxic.
    elimu    | 85        | Manila paper, 10 sheets | Assorted colours.
    elimu    | 9400      | Whiteboard, 1.2 × 2.4 m | With tray.
    elimu    | 15500     | School desk with bench, two pupils | Cypress and steel.
  `,
};

export interface CatalogueProduct {
  company: string;
  category: string;
  priceCents: number;
  name: string;
  description: string;
}

export const categories = Object.keys(tables);

export const catalogue: CatalogueProduct[] = Object.entries(tables).flatMap(([category, table]) =>
  parseTable(table, 4).map(([company = '', shillings = '', name = '', description = '']) => ({
    company,
    category,
    priceCents: Math.round(Number(shillings) * 100),
    name,
    description,
  })),
);

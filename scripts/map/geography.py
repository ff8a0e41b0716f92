"""What the map of russia-1812 is made of: places, frontiers, terrain, rivers and roads of 1812.

Drawn by hand from history where no source is named; longitude and latitude in degrees.
"""

# Hexes that the rules name: they are clear land, of the side that stands there.
RULE_HEXES = {
    "14.1 (Russian set-up)": "1806 1709 1808 1407 1708 1609 1610 1904 1912 2012 2113",
    "14.1 (French set-up)":
        "2206 2207 2208 2308 2407 2508 2108 2209 2310 2210 2311 2410 "
        "2313 2211 2312 2307",
    "13.2 legend": "2217",
    "16.7 (Cavalry Reserve)": "2309 2409 2509 2510",
    "16.9 (line of western territories)": "1317",
}

# name: (longitude, latitude, fortified). Towns that fell into the hex of a greater one, and small
# towns beyond the 64 cities that a state holds, are left out.
CITIES = {
    "Riga": (24.11, 56.95, True),
    "Wilno": (25.28, 54.69, False),
    "Tilsit": (21.89, 55.08, False),
    "Minsk": (27.56, 53.9, False),
    "Brzesc": (23.68, 52.09, False),
    "Lemberg": (24.03, 49.84, False),
    "Allenstein": (20.48, 53.78, False),
    "Konigsberg": (20.51, 54.71, False),
    "Warszawa": (21.01, 52.23, False),
    "Moscow": (37.62, 55.75, False),
    "St Petersburg": (30.32, 59.93, False),
    "Kiev": (30.52, 50.45, True),
    "Luck": (25.33, 50.75, False),
    "Smolensk": (32.05, 54.78, True),
    "Vitebsk": (30.2, 55.19, False),
    "Kaluga": (36.26, 54.53, False),
    "Memel": (21.13, 55.7, False),
    "Elbing": (19.4, 54.16, False),
    "Modlin": (20.68, 52.44, True),
    "Lublin": (22.57, 51.25, False),
    "Zamosc": (23.25, 50.72, True),
    "Sandomierz": (21.75, 50.68, False),
    "Suwalki": (22.93, 54.1, False),
    "Libau": (21.01, 56.51, False),
    "Dorpat": (26.72, 58.38, False),
    "Wolmar": (25.42, 57.54, False),
    "Narva": (28.2, 59.38, False),
    "Pskov": (28.33, 57.82, False),
    "Luga": (29.85, 58.74, False),
    "Novgorod": (31.27, 58.52, False),
    "Tver": (35.9, 56.86, False),
    "Rzhev": (34.33, 56.26, False),
    "Velikie Luki": (30.53, 56.34, False),
    "Sebezh": (28.48, 56.28, False),
    "Jakobstadt": (25.87, 56.5, False),
    "Dunaburg": (26.52, 55.87, True),
    "Polotsk": (28.78, 55.49, False),
    "Orsha": (30.42, 54.51, False),
    "Mogilev": (30.33, 53.9, False),
    "Dorogobuzh": (33.3, 54.92, False),
    "Vyazma": (34.3, 55.21, False),
    "Mozhaisk": (36.02, 55.5, False),
    "Roslavl": (32.86, 53.95, False),
    "Bryansk": (34.37, 53.24, False),
    "Tula": (37.62, 54.19, False),
    "Orel": (36.07, 52.97, False),
    "Novgorod-Seversk": (33.26, 52.0, False),
    "Chernigov": (31.29, 51.5, False),
    "Gomel": (31.0, 52.44, False),
    "Mozyr": (29.25, 52.05, False),
    "Zhitomir": (28.66, 50.26, False),
    "Rovno": (26.25, 50.62, False),
    "Kovel": (24.71, 51.22, False),
    "Kobryn": (24.36, 52.21, False),
    "Pinsk": (26.1, 52.12, False),
    "Slonim": (25.32, 53.09, False),
    "Slutsk": (27.55, 53.02, False),
    "Novogrudok": (25.83, 53.6, False),
    "Grodno": (23.83, 53.68, False),
    "Bialystok": (23.16, 53.13, False),
    "Kowno": (23.9, 54.9, False),
    "Szawle": (23.32, 55.93, False),
    "Borisov": (28.5, 54.23, False),
    "Bobruisk": (29.22, 53.15, True),
}
# Towns that only roads know.
ROAD_TOWNS = {
    "Radom": (21.15, 51.4, False),
    "Przemysl": (22.77, 49.78, False),
    "Pernau": (24.5, 58.38, False),
    "Reval": (24.75, 59.44, False),
    "Vyshny Volochek": (34.56, 57.59, False),
    "Valdai": (33.25, 57.97, False),
    "Kolomna": (38.77, 55.1, False),
    "Pereslavl": (38.85, 56.74, False),
    "Yelets": (38.5, 52.62, False),
    "Kursk": (36.19, 51.73, False),
    "Nezhin": (31.89, 51.05, False),
    "Starodub": (32.76, 52.58, False),
    "Zaslavl": (27.07, 50.12, False),
}
# Places of the rules, or fortresses that a rule or example tells of.
CITY_SOURCES = {
    "Riga": "14.7a; 14.1 (Russian set-up); fortified: reconstructed",
    "Wilno": "14.7a; 14.1 (Russian set-up)",
    "Minsk": "14.7a; 14.1 (Russian set-up)",
    "Brzesc": "14.7a; 14.1 (Russian set-up)",
    "Lemberg": "14.7a; 13.2 legend",
    "Tilsit": "14.1 (French set-up)",
    "Kaluga": "13.3; hex reconstructed from its position",
    "Smolensk": "14.7a; hex reconstructed from its position; fortified: combat example 2",
    "Kiev": "14.7a; hex reconstructed from its position; fortified: reconstructed",
    "Konigsberg": "14.7a; hex reconstructed from its position",
    "Luck": "14.7a; hex reconstructed from its position",
    "Moscow": "14.7a; hex reconstructed from its position",
    "St Petersburg": "14.7a; hex reconstructed from its position",
    "Vitebsk": "14.7a; hex reconstructed from its position",
    "Warszawa": "14.7a; hex reconstructed from its position",
}
# Towns whose hex is not the one their position falls into (a hex of their own, or their bank).
MOVED = {"Slonim": "1811", "Kobryn": "2013", "Zhitomir": "1517", "Kowno": "2007", "Modlin": "2511"}

# Frontiers of 1812; a hex belongs to the country that has most of it.
PRUSSIA = [(20.9, 55.95), (21.15, 55.92), (21.4, 55.75), (21.75, 55.45), (22.1, 55.22),
    (22.65, 55.06), (22.78, 54.75), (22.75, 54.4), (22.7, 54.1), (22.45, 53.75), (21.9, 53.45),
    (21.2, 53.28), (20.6, 53.13), (20.0, 53.13), (19.75, 53.3), (19.35, 53.4), (19.0, 53.45),
    (18.7, 53.42), (18.45, 53.4), (18.2, 53.35), (17.7, 53.2), (17.1, 53.05), (16.3, 53.0),
    (15.8, 52.8), (15.55, 52.55), (15.85, 52.1), (16.1, 51.85), (16.7, 51.75), (17.5, 51.55),
    (18.15, 51.2), (18.45, 50.85), (18.95, 50.55), (19.15, 50.15), (18.95, 49.9), (18.0, 49.95),
    (17.7, 50.15), (17.3, 50.3), (16.9, 50.25), (16.7, 50.15), (16.4, 50.45), (16.2, 50.6),
    (15.8, 50.72), (15.3, 50.85), (15.25, 51.1), (15.35, 51.35), (15.2, 51.6), (15.0, 51.75),
    (14.75, 51.95), (14.6, 52.15), (14.2, 52.2), (13.85, 52.12), (13.45, 52.05), (13.0, 52.02),
    (12.7, 52.07), (12.3, 52.05), (11.95, 52.2), (11.75, 52.4), (12.0, 52.6), (12.0, 52.85),
    (11.6, 53.03), (12.0, 53.2), (12.6, 53.22), (13.15, 53.25), (13.5, 53.45), (13.3, 53.72),
    (13.7, 53.82), (13.85, 54.2), (15, 54.6), (17, 55.2), (19.5, 55.4)]
AUSTRIA = [(13.0, 47.5), (13.0, 47.15), (13.6, 46.95), (13.95, 46.8), (13.95, 46.4),
    (14.5, 46.42), (15.0, 46.4), (15.65, 46.25), (15.7, 46.0), (16.2, 45.85), (16.9, 45.45),
    (17.0, 45.2), (18.0, 45.15), (19.0, 44.9), (20.0, 44.85), (20.45, 44.85), (21.3, 44.85),
    (22.5, 44.6), (22.6, 45.6), (26.0, 45.5), (26.6, 46.5), (26.0, 48.0), (25.6, 48.5),
    (25.2, 48.8), (25.4, 49.4), (25.6, 49.95), (25.3, 50.2), (24.9, 50.3), (24.4, 50.55),
    (24.1, 50.6), (23.7, 50.4), (23.0, 50.38), (22.3, 50.55), (21.85, 50.72), (21.4, 50.45),
    (20.7, 50.2), (20.2, 50.05), (19.6, 49.98), (19.1, 50.05), (18.95, 49.9), (18.0, 49.95),
    (17.7, 50.15), (17.3, 50.3), (16.9, 50.25), (16.7, 50.15), (16.4, 50.45), (16.2, 50.6),
    (15.8, 50.72), (15.3, 50.85), (14.85, 50.88), (14.3, 51.05), (13.8, 50.72), (13.3, 50.58),
    (12.6, 50.4), (12.2, 50.3), (12.15, 50.1), (12.5, 49.9), (12.6, 49.45), (13.1, 49.15),
    (13.7, 48.8), (13.75, 48.55), (13.9, 48.2), (13.7, 47.85)]
RUSSIA = [(20.9, 55.95), (21.15, 55.92), (21.4, 55.75), (21.75, 55.45), (22.1, 55.22),
    (22.65, 55.06), (23.0, 55.08), (23.4, 54.97), (23.85, 54.88), (24.0, 54.6), (24.0, 54.3),
    (23.9, 54.0), (23.75, 53.85), (23.6, 53.65), (23.15, 53.62), (22.75, 53.5), (22.75, 53.25),
    (22.85, 53.1), (22.8, 52.85), (22.6, 52.6), (22.75, 52.38), (23.2, 52.25), (23.62, 52.05),
    (23.55, 51.6), (23.7, 51.3), (23.95, 50.95), (24.1, 50.75), (24.4, 50.55), (24.9, 50.3),
    (25.3, 50.2), (25.6, 49.95), (25.4, 49.4), (25.2, 48.8), (25.6, 48.5), (26.3, 48.3),
    (27.5, 48.4), (29, 45.5), (45, 45), (45, 62), (20, 62)]
DUCHY_OF_WARSAW = [(22.65, 55.06), (23.0, 55.08), (23.4, 54.97), (23.85, 54.88), (24.0, 54.6),
    (24.0, 54.3), (23.9, 54.0), (23.75, 53.85), (23.6, 53.65), (23.15, 53.62), (22.75, 53.5),
    (22.75, 53.25), (22.85, 53.1), (22.8, 52.85), (22.6, 52.6), (22.75, 52.38), (23.2, 52.25),
    (23.62, 52.05), (23.55, 51.6), (23.7, 51.3), (23.95, 50.95), (24.1, 50.75), (24.1, 50.55),
    (23.7, 50.4), (23.0, 50.38), (22.3, 50.55), (21.85, 50.72), (21.4, 50.45), (20.7, 50.2),
    (20.2, 50.05), (19.6, 49.98), (19.1, 50.05), (18.6, 50.3), (17.4, 51.5), (16.0, 51.8),
    (15.4, 52.5), (15.6, 53.2), (18.7, 53.9), (20, 53.6), (22.5, 54.5)]
TERRITORIES = {"Prussia": PRUSSIA, "Austria": AUSTRIA, "Russia": RUSSIA,
               "Duchy of Warsaw": DUCHY_OF_WARSAW}
# Cities outside Russia (all others are in it), and hexes that frontiers on hexsides put elsewhere.
CITY_TERRITORIES = {
    "Prussia": ["Memel", "Tilsit", "Elbing", "Konigsberg", "Allenstein"],
    "Duchy of Warsaw": ["Suwalki", "Lublin", "Zamosc", "Sandomierz", "Radom", "Modlin", "Warszawa"],
    "Austria": ["Lemberg", "Przemysl"],
}
FIXED_TERRITORIES = {"2206": "Prussia", "2009": "Russia"}

# Gotland, Oesel and Dagoe are not in play.
ISLANDS = [(17.5, 56.5), (19.5, 56.5), (23.3, 58.0), (23.4, 59.3), (22, 60), (17, 61)]
# Terrain: (word, name, outline). A hex takes the terrain that covers nearly half of it.
TERRAIN = [
    ("marsh", "Pripet marshes W", [(25.0, 51.75), (25.35, 52.3), (26.0, 52.65), (26.8, 52.75),
        (27.6, 52.6), (28.6, 52.5), (29.2, 52.3), (28.9, 51.8), (28.5, 51.5), (27.4, 51.35),
        (26.2, 51.35), (25.3, 51.45), (24.95, 51.6)]),
    ("marsh", "Pripet marshes E", [(29.3, 52.15), (30.3, 52.05), (30.5, 51.5), (29.9, 51.25),
        (29.1, 51.5), (28.9, 51.8)]),
    ("marsh", "Polist marsh", [(29.9, 57.1), (31.3, 57.5), (31.5, 56.85), (30.3, 56.65)]),
    ("marsh", "Lubana marsh", [(26.3, 56.6), (27.2, 57.05), (27.6, 56.6), (26.8, 56.4)]),
    ("marsh", "Volkhov marsh", [(31.6, 59.1), (32.5, 59.7), (33.8, 59.4), (33.0, 58.8),
        (32.0, 58.7)]),
    ("marsh", "Meshchera", [(39.0, 55.6), (40.5, 55.7), (40.4, 54.9), (39.2, 55.0)]),
    ("forest", "Bialowieza", [(23.5, 52.95), (24.3, 53.0), (24.3, 52.5), (23.5, 52.45)]),
    ("forest", "Courland", [(21.8, 56.95), (22.9, 57.3), (23.0, 56.7), (22.0, 56.5)]),
    ("forest", "Livonia", [(25.2, 57.35), (26.8, 57.5), (26.8, 57.0), (25.3, 56.85)]),
    ("forest", "Luga", [(28.4, 58.9), (29.4, 59.5), (29.7, 59.0), (28.8, 58.4)]),
    ("rough", "Valdai hills", [(32.2, 57.2), (32.4, 58.0), (33.7, 58.5), (34.4, 57.9),
        (33.9, 56.9), (32.9, 56.7)]),
    ("forest", "Toropets", [(31.2, 56.4), (32.5, 57.0), (33.0, 56.5), (32.5, 55.95),
        (31.4, 55.9)]),
    ("forest", "Dukhovshchina", [(32.1, 55.85), (33.6, 56.05), (33.6, 55.5), (32.3, 55.35)]),
    ("forest", "Bryansk forest", [(34.5, 54.05), (35.6, 53.9), (35.1, 52.7), (34.0, 52.2),
        (33.6, 52.7), (34.0, 53.4)]),
    ("forest", "Polesia S", [(27.4, 51.3), (29.4, 51.4), (29.5, 50.75), (27.9, 50.75)]),
    ("forest", "Naliboki", [(26.0, 54.15), (27.0, 54.1), (26.9, 53.6), (26.1, 53.55)]),
    ("forest", "Rudniki", [(24.5, 54.45), (25.4, 54.4), (25.4, 53.95), (24.5, 54.0)]),
    ("forest", "Berezina forest", [(28.9, 54.1), (29.9, 54.3), (29.9, 53.7), (29.0, 53.5)]),
    ("forest", "Ptich", [(27.8, 53.35), (28.8, 53.3), (28.8, 52.65), (28.0, 52.65)]),
    ("forest", "Lepel forest", [(27.7, 54.95), (28.6, 55.1), (28.6, 54.6), (27.8, 54.5)]),
    ("forest", "Vologda", [(37.0, 58.4), (39.5, 58.9), (39.7, 58.1), (37.6, 57.8)]),
    ("forest", "Tikhvin", [(33.4, 59.9), (36.0, 60.2), (36.4, 58.9), (34.3, 58.5)]),
    ("forest", "Vladimir", [(38.6, 56.5), (39.9, 56.5), (39.9, 55.75), (38.8, 55.75)]),
    ("forest", "Klin", [(35.0, 56.55), (36.4, 56.55), (36.3, 56.0), (35.1, 55.95)]),
    ("forest", "Zhizdra", [(34.0, 54.6), (35.3, 54.45), (35.2, 53.95), (34.2, 53.95)]),
    ("forest", "Starodub", [(31.4, 53.2), (32.4, 53.3), (32.4, 52.75), (31.5, 52.7)]),
    ("forest", "Opochka", [(28.9, 57.35), (29.9, 57.35), (29.9, 56.65), (28.9, 56.65)]),
    ("forest", "Vitebsk N", [(29.2, 56.1), (30.2, 56.15), (30.3, 55.55), (29.3, 55.6)]),
    ("forest", "Shelon", [(29.9, 58.35), (30.9, 58.4), (30.9, 57.8), (29.9, 57.75)]),
    ("forest", "Biryuch", [(22.2, 56.3), (23.0, 56.35), (23.0, 56.05), (22.2, 56.0)]),
    ("forest", "Kostroma", [(38.9, 58.0), (40, 58.0), (40, 57.2), (39.2, 57.1)]),
    ("rough", "Holy Cross hills", [(20.2, 51.15), (21.3, 51.1), (21.3, 50.75), (20.2, 50.7)]),
    ("mountain", "Carpathians", [(18.0, 49.65), (19.5, 49.75), (20.5, 49.75), (21.5, 49.7),
        (22.4, 49.5), (23.0, 49.3), (23.6, 49.0), (25.0, 48.3), (24.0, 47.6), (22.5, 48.6),
        (21.0, 48.7), (18.6, 48.9)]),
    ("rough", "Carpathian foothills", [(19.5, 49.95), (22.4, 49.75), (23.2, 49.45), (23.0, 49.2),
        (19.5, 49.4)]),
]
# The causeway from Kobryn to Pinsk.
CLEARED = ["1913", "2014"]

# River: (basin, way-points from source to mouth). Between way-points the course follows WDBII.
RIVERS = {
    "Niemen": ("Baltic", [(26.75, 53.47), (25.9, 53.75), (24.54, 53.41), (23.83, 53.68),
        (24.05, 54.4), (23.9, 54.9), (22.77, 55.08), (21.88, 55.09), (21.28, 55.33)]),
    "Dvina": ("Baltic", [(32.6, 56.7), (32.08, 56.26), (31.19, 55.61), (30.2, 55.19),
        (29.25, 55.22), (28.78, 55.48), (27.95, 55.78), (26.52, 55.87), (25.87, 56.5),
        (24.1, 56.95), (24.03, 57.06)]),
    "Dnieper": ("Black", [(33.75, 55.6), (33.3, 54.92), (32.05, 54.79), (30.42, 54.5),
        (30.32, 53.9), (30.05, 53.08), (30.41, 52.36), (30.8, 51.93), (30.6, 51.3),
        (30.57, 50.45), (31.45, 49.75), (32.1, 49.4)]),
    "Berezina": ("Black", [(28.3, 54.75), (28.5, 54.23), (29.25, 53.13), (30.23, 52.55)]),
    "Pripet": ("Black", [(25.35, 51.95), (26.1, 52.1), (27.5, 52.15), (29.27, 52.05),
        (30.2, 51.3), (30.6, 51.0)]),
    "Desna": ("Black", [(33.2, 54.5), (34.1, 53.9), (34.37, 53.24), (33.26, 52.0), (32.5, 51.4),
        (31.3, 51.48), (30.6, 50.55)]),
    "Sozh": ("Black", [(32.1, 54.35), (31.7, 53.7), (31.02, 52.43), (30.8, 51.94)]),
    "Bug": ("Baltic", [(24.9, 49.95), (24.28, 50.48), (24.15, 50.85), (23.66, 52.08),
        (22.66, 52.4), (21.46, 52.6), (21.07, 52.5), (20.69, 52.43)]),
    "Narew": ("Baltic", [(24.0, 52.85), (22.77, 53.2), (22.08, 53.18), (21.57, 53.08),
        (21.09, 52.7), (21.07, 52.5)]),
    "Vistula": ("Baltic", [(18.9, 49.95), (19.94, 50.05), (20.9, 50.3), (21.76, 50.67),
        (21.96, 51.42), (21.03, 52.24), (20.69, 52.42), (19.7, 52.54), (18.6, 53.0),
        (18.75, 53.49), (18.8, 54.1), (18.95, 54.35)]),
    "San": ("Baltic", [(22.6, 49.45), (22.77, 49.79), (22.68, 50.02), (21.85, 50.73)]),
    "Neva": ("Baltic", [(31.0, 59.95), (30.55, 59.8), (30.2, 59.93)]),
    "Volkhov": ("Baltic", [(31.28, 58.5), (31.9, 59.3), (32.3, 60.1)]),
    "Oka": ("Caspian", [(36.08, 52.5), (36.08, 52.97), (36.25, 54.5), (37.4, 54.85),
        (38.8, 55.08), (39.6, 54.7), (40.5, 54.6)]),
    "Moskva": ("Caspian", [(35.6, 55.5), (36.3, 55.7), (37.6, 55.75), (38.8, 55.08)]),
    "Volga": ("Caspian", [(32.9, 56.9), (34.35, 56.27), (35.9, 56.86), (38.3, 57.5),
        (38.9, 58.05), (39.9, 57.6), (41, 57.7)]),
}
# The bank on which a town stands, looking downstream: R right, L left.
BANKS = {
    "Niemen": {"Grodno": "R", "Kowno": "R", "Tilsit": "L", "Novogrudok": "L", "Suwalki": "L"},
    "Dvina": {"Vitebsk": "L", "Polotsk": "R", "Dunaburg": "R", "Riga": "R", "Jakobstadt": "L"},
    "Dnieper": {"Smolensk": "L", "Dorogobuzh": "L", "Orsha": "R", "Mogilev": "R", "Kiev": "R",
        "Vyazma": "L"},
    "Berezina": {"Borisov": "L", "Bobruisk": "R", "Minsk": "R"},
    "Pripet": {"Pinsk": "L", "Mozyr": "R", "Kovel": "R"},
    "Desna": {"Bryansk": "R", "Novgorod-Seversk": "R", "Chernigov": "R", "Roslavl": "R"},
    "Sozh": {"Gomel": "R", "Smolensk": "R"},
    "Bug": {"Brzesc": "R", "Lublin": "L", "Zamosc": "L", "Kovel": "R", "Modlin": "R",
        "Warszawa": "L", "Lemberg": "L"},
    "Narew": {"Bialystok": "R"},
    "Vistula": {"Warszawa": "L", "Sandomierz": "L", "Radom": "L", "Lublin": "R", "Modlin": "R",
        "Elbing": "R"},
    "San": {"Przemysl": "R", "Sandomierz": "L"},
    "Neva": {"St Petersburg": "L"},
    "Volkhov": {"Novgorod": "L"},
    "Oka": {"Kaluga": "L", "Kolomna": "L", "Tula": "R", "Orel": "R"},
    "Moskva": {"Moscow": "L", "Mozhaisk": "R"},
    "Volga": {"Tver": "R", "Rzhev": "R"},
}
# The Niemen is laid by hand: the search puts Grodno on the wrong bank.
NIEMEN_SIDES = (
    "1711-1811 1711-1810 1710-1810 1809-1810 1810-1910 1910-1911 1911-2010 2010-2011 2010-2111 "
    "2010-2110 2009-2110 2009-2109 2008-2009 1909-2008 1908-2008 2007-2008 2007-2108 2107-2108 "
    "2107-2207 2206-2207 2206-2307").split()
# Below the mouth of the Pripet the Dnieper runs a little east, so that Kiev has the west bank.
DNIEPER_BELOW = [(30.75, 51.0), (31.05, 50.7), (31.3, 50.3), (31.6, 49.8)]
STUB = ("1216", "1217")  # of the Desna, beyond its mouth

# Roads decide where bridges stand.
ROADS = """
Memel-Tilsit-Konigsberg;Tilsit-Szawle-Riga;Konigsberg-Elbing;Konigsberg-Allenstein-Warszawa;
Modlin-Warszawa;Allenstein-Modlin;Suwalki-Kowno-Wilno;Kowno-Szawle;Suwalki-Grodno;
Suwalki-Konigsberg;Grodno-Wilno;Grodno-Bialystok;Grodno-Slonim;Grodno-Novogrudok;
Bialystok-Warszawa;Bialystok-Slonim;Warszawa-Brzesc;Brzesc-Kobryn-Slonim;Kobryn-Pinsk;
Brzesc-Kovel-Luck;Warszawa-Lublin-Zamosc-Lemberg;Radom-Lublin;Warszawa-Radom-Sandomierz;
Lublin-Brzesc;Lublin-Kovel;Zamosc-Luck;Sandomierz-Lublin;Sandomierz-Przemysl-Lemberg;
Lemberg-Luck-Rovno-Zaslavl-Zhitomir-Kiev;Rovno-Zhitomir;Slonim-Novogrudok-Minsk;
Slonim-Slutsk-Bobruisk;Wilno-Minsk-Borisov-Orsha-Smolensk;Minsk-Slutsk;Borisov-Mogilev;
Bobruisk-Mogilev-Orsha-Vitebsk;Bobruisk-Gomel-Chernigov;Bobruisk-Mozyr;Mozyr-Gomel;Mozyr-Zhitomir;
Pinsk-Slutsk;Wilno-Dunaburg-Pskov;Wilno-Polotsk-Vitebsk-Smolensk;Dunaburg-Polotsk;
Riga-Jakobstadt-Dunaburg;Riga-Wolmar-Dorpat-Narva-St Petersburg;Wolmar-Pskov;
Pskov-Luga-St Petersburg;Polotsk-Sebezh-Pskov;Vitebsk-Velikie Luki-Pskov;
Velikie Luki-Novgorod-St Petersburg;Novgorod-Luga;Novgorod-Valdai-Vyshny Volochek-Tver-Moscow;
Rzhev-Tver;Rzhev-Vyazma;Velikie Luki-Rzhev;Smolensk-Dorogobuzh-Vyazma-Mozhaisk-Moscow;
Mogilev-Roslavl-Kaluga;Smolensk-Roslavl-Bryansk-Orel-Tula-Moscow;Kaluga-Moscow;Kaluga-Tula;
Vyazma-Kaluga;Bryansk-Kaluga;Moscow-Kolomna;Tula-Kolomna;Moscow-Pereslavl;Tver-Pereslavl;
Tula-Yelets-Orel;Orel-Kursk-Novgorod-Seversk;Novgorod-Seversk-Chernigov-Kiev;
Starodub-Novgorod-Seversk;Gomel-Starodub-Bryansk;Chernigov-Nezhin-Kiev;Libau-Memel;Libau-Szawle;
Riga-Pernau-Reval-Narva;Dorpat-Pskov
"""
# Bridges of towns that no road above crosses.
BRIDGES = [
    ("1008", "1009", "Smolensk"),
    ("1110", "1209", "Orsha"),
    ("0902", "1002", "Novgorod"),
    ("0706", "0707", "Rzhev"),
    ("0808", "0809", "Dorogobuzh"),
    ("0507", "0508", "Mozhaisk"),
    ("1001", "1101", "St Petersburg"),
]

# Names along lines, from left to right: (kind, name, line).
NAMES = {
    "russia-1812": [
        ("sea name", "Baltic Sea", [(18.3, 54.95), (19.3, 55.5), (20.2, 56.6), (20.4, 57.6)]),
        ("sea name", "Gulf of Finland", [(24.6, 59.72), (26.3, 59.85), (28.2, 59.95)]),
        ("sea name", "Gulf of Riga", [(22.6, 57.6), (23.6, 57.75), (24.6, 57.9)]),
        ("country name", "Russian Empire", [(33.5, 51.35), (35.8, 51.6), (38.3, 51.9)]),
        ("country name", "Livonia", [(25.0, 57.2), (25.9, 57.05), (26.8, 56.9)]),
        ("country name", "Lithuania", [(24.9, 54.55), (26.0, 54.65), (27.1, 54.75)]),
        ("country name", "Volhynia", [(25.3, 50.45), (26.3, 50.4), (27.3, 50.4)]),
        ("country name", "Prussia", [(19.6, 53.55), (20.5, 53.55), (21.4, 53.55)]),
        ("country name", "Duchy of Warsaw", [(20.3, 50.9), (21.5, 51.7), (22.9, 52.7)]),
        ("country name", "Austria", [(20.9, 49.6), (22.0, 49.6), (23.1, 49.6)]),
        ("river name", "Niemen", [(23.95, 54.0), (24.1, 54.35), (24.05, 54.75)]),
        ("river name", "Dvina", [(28.1, 55.55), (28.9, 55.3), (29.8, 55.1)]),
        ("river name", "Dnieper", [(30.55, 53.2), (30.6, 53.6), (30.6, 54.0)]),
        ("river name", "Berezina", [(28.6, 53.5), (28.75, 53.8), (28.75, 54.1)]),
        ("river name", "Pripet", [(27.0, 52.25), (27.8, 52.25), (28.6, 52.2)]),
        ("river name", "Vistula", [(21.55, 51.2), (21.5, 51.6), (21.25, 51.95)]),
        ("river name", "Bug", [(24.0, 51.2), (23.85, 51.5), (23.75, 51.8)]),
        ("river name", "Desna", [(32.3, 51.55), (33.0, 51.85), (33.6, 52.3)]),
        ("river name", "Oka", [(36.3, 53.4), (36.2, 53.8), (36.3, 54.2)]),
        ("river name", "Volga", [(35.2, 56.75), (36.1, 56.95), (37.0, 56.9)]),
    ],
    "strategic-1812": [
        ("sea name", "Baltic Sea", [(18.0, 55.1), (19.2, 55.9), (19.9, 57.2)]),
        ("sea name", "Gulf of Finland", [(24.3, 59.75), (26.3, 59.85), (28.4, 59.95)]),
    ],
    "grand-tactical-1812": [
        ("sea name", "Baltic Sea", [(17.6, 55.2), (19.0, 55.9), (20.0, 57.2)]),
        ("sea name", "Gulf of Finland", [(24.3, 59.75), (26.3, 59.85), (28.4, 59.95)]),
    ],
    "nemesis-1813": [
        ("sea name", "Baltic Sea", [(14.6, 54.7), (16.6, 55.1), (18.8, 55.4)]),
        ("sea name", "Adriatic", [(12.9, 45.1), (13.2, 44.8), (13.6, 44.5)]),
        ("country name", "Prussia", [(16.2, 53.55), (17.4, 53.6), (18.6, 53.6)]),
        ("country name", "Saxony", [(12.6, 51.15), (13.2, 51.1), (13.8, 51.05)]),
        ("country name", "Bohemia", [(13.9, 49.7), (14.7, 49.65), (15.5, 49.6)]),
        ("country name", "Bavaria", [(11.1, 48.65), (11.9, 48.6), (12.7, 48.6)]),
        ("country name", "Silesia", [(16.2, 51.05), (16.9, 50.8), (17.5, 50.5)]),
        ("country name", "Hungary", [(18.3, 47.1), (19.3, 47.1), (20.3, 47.1)]),
    ],
    "italy-1799": [
        ("country name", "Lombardy", [(9.2, 45.3), (9.7, 45.35), (10.2, 45.3)]),
        ("country name", "Venetia", [(11.3, 45.6), (11.8, 45.65), (12.3, 45.7)]),
    ],
}

"""What is told of the ten days, in English and Portuguese: the course of 1944 beside the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Day = tuple[str, str, str]
"""The title of a day, what is told of it, and the hexes to look at."""


@dataclass(frozen=True)
class Words:
    """The annotations of one language; ``entries`` by the number of an entry."""

    language: str
    title: str
    subtitle: str
    intro: str
    conclusion: str
    days: tuple[Day, ...]
    entries: Mapping[int, str]


ENGLISH = Words(
    language="en",
    title="Market-Garden: ten days",
    subtitle="A campaign by the rules, beside the course of 1944",
    intro="""\
A whole campaign of the Brazilian game, from 17 to 26 September. Each side's orders of the day \
follow those of 1944; what became of them is the work of the rules and of two dice, which were \
thrown from a fixed seed. Every action stands in the log as the rules in force allowed it.

What happened in 1944 is told at the start of each day, what happened on the table at the turning \
points. Numbers in brackets are rules. Most counter values are reconstructed and marked so.
""",
    conclusion="""\
Germany wins by 133 points to 80. The road was closed at Son for three days and Nijmegen never \
fell. The 1st Airborne Division kept Oosterbeek, which in 1944 it could not, and a brigade of the \
Guards reached it; but Arnhem stayed German: one bridge too far, again.
""",
    days=(
        (
            "17 September: the drop",
            "**1944.** Three airborne divisions land by day, and at 14.35 the Guards drive north "
            "behind a rolling barrage. Grave falls at once; at Son the bridge is blown before the "
            "eyes of the 506th.\n\n**Here.** The German does not play on the first day (3.0). "
            "XXX Corps is placed freely behind its line (11.1.1), airborne units have three points "
            "of movement (4.0g).",
            "0526 0719 1312 1609 1705",
        ),
        (
            "18 September: the Germans wake",
            "**1944.** Eindhoven is free in the afternoon. At Arnhem, the 9th SS shuts the "
            "roads to the bridge; fog in England delays the second lift.\n\n**Here.** It is the "
            "first German turn. He may try each bridge that is not in Allied power on both ends "
            "(10.1); two SS divisions march south.",
            "0719 1605 1705",
        ),
        (
            "19 September: the road",
            "**1944.** A Bailey bridge at Son lets the Guards drive to Nijmegen in a morning. The "
            "107th Panzer Brigade comes from the east against the road.\n\n**Here.** From today "
            "airborne divisions throw for supply (9.0), and gliders may land on any open ground, "
            "city or hill (4.2.3). Reinforcements enter by the east and the west.",
            "0719 0916 1609",
        ),
        (
            "20 September: the Waal",
            "**1944.** In the afternoon the 504th crosses the Waal in canvas boats, and the Guards "
            "take the great bridge whole. At Arnhem the last men at the ramp are overcome the next "
            "morning.\n\n**Here.** The 82nd has contact with XXX Corps and no longer "
            "depends on the air (9.0).",
            "1609 1608 1705",
        ),
        (
            "21 September: the Poles",
            "**1944.** The Guards are stopped on the dyke road before Elst. The Poles drop at "
            "Driel, opposite the British perimeter at Oosterbeek.\n\n**Here.** The Polish brigade "
            "may choose its place (4.2.3). A German battle group is raised north of the Waal "
            "(11.1.4).",
            "1506 1605 1607",
        ),
        (
            "22 September: the road is cut",
            "**1944.** Two battle groups cut the road between Uden and Veghel. Armoured cars reach "
            "the Poles by side roads.\n\n**Here.** German aircraft have four points, the Allies "
            "eight (6.0): the weather clears.",
            "0916 1014 1605",
        ),
        (
            "23 September: gliders at last",
            "**1944.** The 325th Glider Infantry lands, days late; the road is open again in the "
            "afternoon.\n\n**Here.** From tomorrow no airborne division will be supplied "
            "from the air (9.0).",
            "1411 1508",
        ),
        (
            "24 September: cut once more",
            "**1944.** The road is cut at Koevering. An assault battalion crosses the Rhine by "
            "night to hold the perimeter a little longer.\n\n**Here.** Heavy tanks, 7-5-6, come "
            "in from the east (11.1.4).",
            "1508 1607",
        ),
        (
            "25 September: the order to withdraw",
            "**1944.** In the night the survivors of the 1st Airborne Division are ferried back "
            "over the Rhine.\n\n**Here.** The last two days are fought on the ground between "
            "the two rivers.",
            "1707 1705",
        ),
        (
            "26 September: the count",
            "**1944.** About 2,400 men have come back of some 10,000 who went. Nijmegen is kept, "
            "Arnhem will be free in April 1945.\n\n**Here.** After the last combat cities, "
            "destroyed units, the road and blown bridges are counted (11.2).",
            "1705 1609 0721",
        ),
    ),
    entries={
        21: "Six counters and the whole column 9:1, and yet an exchange: both sides lose a unit "
        "(5.1.6). The best attack of the book is not a safe one.",
        31: "Son is blown, as in 1944. It costs the German five points (11.2.2) and the Allies the "
        "road until a turn after they have taken both ends (10.1).",
        54: "The 9th SS attacks the 1st Parachute Brigade in Oosterbeek. A city is worth two "
        "columns (5.1.2): at 1:2 the SS falls back.",
        60: "Who is engaged must attack (4.1.2). Two regiments against a division pay for it, and "
        "the 43rd Division pays too.",
        80: "The 50th Division with artillery and tanks clears the flank: 7:1.",
        115: "The second attack on Oosterbeek costs the Germans a unit, and the brigade a step.",
        137: "At Uden the Guards' infantry meets a single regiment, and is thrown back.",
        189: "The tanks of the 9th SS are gone. The brigade holds for a fifth day.",
        192: "The bridge of Son stands again. In 1944 it took a night; here the Guards' tanks have "
        "waited three days.",
        204: "Best at last, with tanks and two regiments of the 101st at 5:1.",
        233: "The last regiment that attacks at Oosterbeek is eliminated. In 1944 the "
        "perimeter was given up; here it stands.",
        244: "North of the Waal the enemy gives way, at the price of the 504th.",
        277: "Nijmegen holds for a seventh day. A city is worth two columns (5.1.2): fourteen "
        "factors against six come to no more than 1:1.",
        299: "The link-up: the Guards' infantry, the 43rd Division, the Poles and the 1st "
        "Parachute Brigade attack together south of Arnhem bridge and break the tanks of the "
        "10th SS.",
        333: "Heavy tanks against the Poles, who stand.",
        341: "The last fight of the campaign, two hexes from Arnhem bridge.",
        345: "133 to 80. Arnhem alone is worth forty points, Nijmegen twenty (11.2).",
    },
)

PORTUGUESE = Words(
    language="pt",
    title="Market-Garden: dez dias",
    subtitle="Uma campanha pelas regras, ao lado do curso de 1944",
    intro="""\
Uma campanha inteira do jogo brasileiro, de 17 a 26 de setembro. As ordens do dia de cada lado \
seguem as de 1944; o que resultou delas é obra das regras e de dois dados, lançados a partir de \
uma semente fixa. Cada ação está no registro tal como as regras em vigor a permitiram.

O que houve em 1944 conta-se no começo de cada dia; o que houve na mesa, nos momentos decisivos. \
Os números entre parênteses são regras. A maioria dos valores das peças é reconstruída e vem \
marcada assim.
""",
    conclusion="""\
A Alemanha vence por 133 pontos a 80. A estrada ficou três dias fechada em Son, e Nijmegen nunca \
caiu. A 1ª Divisão Aeroterrestre manteve Oosterbeek, o que em 1944 não conseguiu, e uma brigada \
dos Guardas chegou até ela; mas Arnhem continuou alemã: uma ponte longe demais, outra vez.
""",
    days=(
        (
            "17 de setembro: o salto",
            "**1944.** Três divisões aeroterrestres saltam de dia, e às 14h35 os Guardas avançam "
            "para o norte atrás de uma barragem rolante. Grave cai logo; em Son a ponte explode "
            "diante do 506º.\n\n**Aqui.** O alemão não joga no primeiro dia (3.0). O 30º Corpo é "
            "colocado livremente atrás da sua linha (11.1.1), e as unidades aeroterrestres têm "
            "três pontos de movimento (4.0g).",
            "0526 0719 1312 1609 1705",
        ),
        (
            "18 de setembro: os alemães despertam",
            "**1944.** Eindhoven é libertada à tarde. Em Arnhem, a 9ª SS fecha os caminhos "
            "da ponte; a neblina na Inglaterra atrasa a segunda leva.\n\n**Aqui.** É o primeiro "
            "turno alemão. Ele pode tentar cada ponte que os aliados não tenham tomado nas duas "
            "extremidades (10.1); duas divisões SS marcham para o sul.",
            "0719 1605 1705",
        ),
        (
            "19 de setembro: a estrada",
            "**1944.** Uma ponte Bailey em Son deixa os Guardas chegarem a Nijmegen numa manhã. A "
            "107ª Brigada Panzer vem do leste contra a estrada.\n\n**Aqui.** A partir de hoje as "
            "divisões aeroterrestres lançam o dado do abastecimento (9.0), e os planadores podem "
            "descer em terreno aberto, cidade ou cota (4.2.3). Reforços entram pelo leste e pelo "
            "oeste.",
            "0719 0916 1609",
        ),
        (
            "20 de setembro: o Waal",
            "**1944.** À tarde o 504º atravessa o Waal em botes de lona, e os Guardas tomam a "
            "grande ponte intacta. Em Arnhem os últimos homens da rampa são vencidos na manhã "
            "seguinte.\n\n**Aqui.** A 82ª tem contato com o 30º Corpo e já não depende do ar "
            "(9.0).",
            "1609 1608 1705",
        ),
        (
            "21 de setembro: os poloneses",
            "**1944.** Os Guardas são detidos na estrada do dique diante de Elst. Os poloneses "
            "saltam em Driel, em frente ao perímetro britânico de Oosterbeek.\n\n**Aqui.** A "
            "brigada polonesa escolhe o seu lugar (4.2.3). Um grupo de combate alemão é criado ao "
            "norte do Waal (11.1.4).",
            "1506 1605 1607",
        ),
        (
            "22 de setembro: a estrada cortada",
            "**1944.** Dois grupos de combate cortam a estrada entre Uden e Veghel. Carros "
            "blindados chegam aos poloneses por caminhos laterais.\n\n**Aqui.** A aviação alemã "
            "tem quatro pontos, os aliados oito (6.0): o tempo abre.",
            "0916 1014 1605",
        ),
        (
            "23 de setembro: enfim os planadores",
            "**1944.** O 325º de planadoristas desce com dias de atraso; à tarde a estrada está "
            "aberta outra vez.\n\n**Aqui.** A partir de amanhã nenhuma divisão aeroterrestre "
            "será abastecida pelo ar (9.0).",
            "1411 1508",
        ),
        (
            "24 de setembro: cortada de novo",
            "**1944.** A estrada é cortada em Koevering. Um batalhão atravessa o Reno de noite "
            "para que o perímetro resista um pouco mais.\n\n**Aqui.** Blindados pesados, 7-5-6, "
            "entram pelo leste (11.1.4).",
            "1508 1607",
        ),
        (
            "25 de setembro: a ordem de retirada",
            "**1944.** À noite os sobreviventes da 1ª Divisão Aeroterrestre são trazidos de volta "
            "pelo Reno.\n\n**Aqui.** Os dois últimos dias são de luta no terreno entre os "
            "dois rios.",
            "1707 1705",
        ),
        (
            "26 de setembro: a contagem",
            "**1944.** Voltaram cerca de 2.400 dos uns 10.000 que foram. Nijmegen fica, Arnhem "
            "só será livre em abril de 1945.\n\n**Aqui.** Depois do último combate contam-se "
            "cidades, unidades destruídas, a estrada e as pontes explodidas (11.2).",
            "1705 1609 0721",
        ),
    ),
    entries={
        21: "Seis peças e a coluna 9:1 inteira, e ainda assim um empate: cada lado perde uma "
        "unidade (5.1.6). O melhor ataque da tabela não é um ataque seguro.",
        31: "Son explode, como em 1944. Custa cinco pontos ao alemão (11.2.2), e aos aliados a "
        "estrada, até um turno depois de ocuparem as duas extremidades (10.1).",
        54: "A 9ª SS ataca a 1ª Brigada Paraquedista em Oosterbeek. A cidade vale duas colunas "
        "(5.1.2): a 1:2, a SS recua.",
        60: "Quem está engajado tem de atacar (4.1.2). Dois regimentos contra uma divisão pagam "
        "por isso, e a 43ª Divisão também paga.",
        80: "A 50ª Divisão, com artilharia e blindados, limpa o flanco: 7:1.",
        115: "O segundo ataque a Oosterbeek custa uma unidade aos alemães e uma baixa à brigada.",
        137: "Em Uden a infantaria dos Guardas encontra um só regimento, e é repelida.",
        189: "Os blindados da 9ª SS se foram. A brigada resiste pelo quinto dia.",
        192: "A ponte de Son está de pé outra vez. Em 1944 bastou uma noite; aqui os blindados dos "
        "Guardas esperaram três dias.",
        204: "Enfim Best, com blindados e dois regimentos da 101ª, a 5:1.",
        233: "O último regimento que ataca em Oosterbeek é eliminado. Em 1944 o perímetro foi "
        "abandonado; aqui resiste.",
        244: "Ao norte do Waal o inimigo cede, ao preço do 504º.",
        277: "Nijmegen resiste pelo sétimo dia. A cidade vale duas colunas (5.1.2): catorze pontos "
        "contra seis não passam de 1:1.",
        299: "A junção: a infantaria dos Guardas, a 43ª Divisão, os poloneses e a 1ª Brigada "
        "Paraquedista atacam juntos ao sul da ponte de Arnhem e destroem os blindados da 10ª SS.",
        333: "Blindados pesados contra os poloneses, que resistem.",
        341: "O último combate da campanha, a dois hexágonos da ponte de Arnhem.",
        345: "133 a 80. Só Arnhem vale quarenta pontos, e Nijmegen vinte (11.2).",
    },
)

LANGUAGES = (ENGLISH, PORTUGUESE)

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameState;
import VASSAL.build.module.Map;
import VASSAL.command.Command;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import java.awt.Point;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.SwingUtilities;

/** The engine of VASSAL itself opens a module and a save or log of it, and tells what is on its table. */
public final class VassalReads {
  private static final class Menus extends MenuManager {
    private final MenuBarProxy bar = new MenuBarProxy();

    @Override
    public JMenuBar getMenuBarFor(JFrame frame) {
      return frame instanceof VASSAL.launch.PlayerWindow ? bar.createPeer() : null;
    }

    @Override
    public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
      return frame instanceof VASSAL.launch.PlayerWindow ? bar : null;
    }
  }

  private static PrintStream out;

  /** Arguments: module, file, and optionally a file to which VASSAL saves what it has in the end. */
  public static void main(String[] args) throws Exception {
    out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, StandardCharsets.UTF_8);
    Throwable[] failed = new Throwable[1];
    SwingUtilities.invokeAndWait(() -> {
      try {
        read(args);
      } catch (Throwable e) {
        failed[0] = e;
      }
    });
    if (failed[0] != null) {
      failed[0].printStackTrace();
      System.exit(1);
    }
    System.exit(0);
  }

  private static void read(String[] args) throws Exception {
    Info.setConfig(new StandardConfig());
    new Menus();
    GameModule.init(new GameModule(new DataArchive(args[0])));
    GameModule module = GameModule.getGameModule();
    Command setup = module.getGameState().decodeSavedGame(new File(args[1]));
    Field background = GameState.class.getDeclaredField("loadingInBackground");
    background.setAccessible(true);
    background.setBoolean(module.getGameState(), true); // no dialogs about set-ups
    setup.execute();
    tell("begin");
    Field input = BasicLogger.class.getDeclaredField("logInput");
    input.setAccessible(true);
    int number = 0;
    for (Object step : List.copyOf((List<?>) input.get(module.getLogger()))) {
      ((Command) step).execute();
      tell("step " + ++number);
    }
    if (args.length > 2) {
      String text = module.encode(module.getGameState().getRestoreCommand());
      Files.writeString(Path.of(args[2]), text);
    }
    out.println("end");
  }

  /** A line for each piece: id, map, x, y, whether it lies in a stack or deck, its height there, its name, its whole state. */
  private static void tell(String when) {
    out.println(when);
    for (GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (piece instanceof Stack) {
        continue;
      }
      Map map = piece.getMap();
      Point at = piece.getPosition();
      Stack stack = piece.getParent();
      out.println(String.join("\u001f", piece.getId(), map == null ? "" : map.getMapName(),
          map == null ? "" : at.x + "," + at.y, stack == null ? "" : stack.getClass().getSimpleName(),
          stack == null ? "0" : Integer.toString(stack.indexOf(piece)), piece.getName(), piece.getState())
          .replace("\n", "\\n"));
    }
  }
}
